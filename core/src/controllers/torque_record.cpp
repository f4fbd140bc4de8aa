// The telemetry record of a torque cycle.
#include <limits>

#include "controllers/torque_cycle.hpp"

namespace limber {

void TorqueCycle::record(const RobotState& state, const LawStep& law, const TorqueStep& torque) noexcept {
  begin_record(guard_.time(), guard_.q(), guard_.qd());
  record_.q_command = posture_.q();
  record_.qd_command = posture_rate_;
  record_.phase = cycle_.phase();
  record_.s = cycle_.s();
  record_.p_measured = X_BT_.p;
  record_.orientation_measured = Quaternion(X_BT_.R);
  record_.p_reference = blend_.target().X_BR.p;
  record_.twist_reference = reference().twist;
  record_.error = from_task(law.e);
  record_.error_rate = from_task(law.e_rate);
  record_.position_error = law.e.head<3>().norm();
  record_.wrench = from_task(law.wrench);
  record_.stiffness = gains_.gains().K;
  record_.damping = gains_.gains().D;
  record_.torque_ramp = ramp();
  record_.torque_share = torque.share;
  record_.smallest_singular_value = inverse_.smallest_singular_value();
  record_.dls_damping = inverse_.damping();
  record_.limited = torque.limited;
  record_.speed_scaling = guard_.speed_scaling();
  record_.torque = torque_;
  record_.torque_gravity = gravity_;
  const bool reports = state.effort.size() == gravity_.size();
  record_.torque_measured =
      reports ? state.effort : JointVector::Constant(gravity_.size(), std::numeric_limits<double>::quiet_NaN());
  record_.contact = contact_.F_B();
  record_.contact_valid = contact_.valid();
  record_.waypoints_taken = waypoints_.taken();
  record_.waypoints_refused = waypoints_.refused();
  record_.waypoints_queued = waypoints_.queued();
  record_.waypoints_active = blend_.at_waypoint();
  record_.tank_level = gains_.tank().level();
  record_.tank_inflow = gains_.tank().inflow() / h_;
  record_.tank_outflow = gains_.tank().outflow() / h_;
  record_.tank_waits.bits = gains_.waits() ? WaitSet::kStiffness : 0;
  for (Eigen::Index i = 0; i < gravity_.size(); ++i) {
    weight_[static_cast<std::size_t>(i)].store(gravity_[i], std::memory_order_relaxed);
  }
  publish_record();
}

}  // namespace limber
