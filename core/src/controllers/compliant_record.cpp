// The telemetry record of a compliant cycle.
#include "controllers/compliant_cycle.hpp"

namespace limber {

void CompliantCycle::record(const LawStep& law, const Felt& felt) noexcept {
  const LimitReport& report = motion_.report();
  begin_record(guard_.time(), guard_.q(), guard_.qd());
  record_.q_command = motion_.q();
  record_.qd_command = motion_.qd();
  record_.q_sent = servo_.q();
  record_.lead_share = settings_.lead.none() ? 0.0 : lead_share();
  record_.p_command = motion_.X_BC().p;
  record_.orientation_command = Quaternion(motion_.X_BC().R);
  record_.twist_command = motion_.twist();
  record_.p_reference = led_.reference().now().X_BR.p;
  record_.orientation_reference = Quaternion(led_.reference().now().X_BR.R);
  record_.wrench_raw = wrench_.stages().raw_S;
  record_.wrench_external = wrench_.stages().external_S;
  record_.wrench_filtered = wrench_.stages().filtered_S;
  record_.wrench_compliance = felt.external_C;
  record_.wrench_control = control_.value();
  record_.contact = press_.in_contact();
  record_press(felt);
  record_law(law);
  record_.limited = report.reshaped;
  record_.limited.bits |= law.limited.bits;
  record_.conflicts = report.conflicts;
  record_.touch_braking = report.touch_braking;
  record_.smallest_singular_value = report.smallest_singular_value;
  if (motion_.q().size() > 6) {
    record_.posture_error = (motion_.posture().q - motion_.q()).cwiseAbs().maxCoeff();
    record_.posture_velocity = motion_.posture_velocity().cwiseAbs().maxCoeff();
  }
  record_.speed_scaling = pace();
  publish_record();
}

void CompliantCycle::record_press(const Felt& felt) noexcept {
  const double press = felt.control_C.head<3>().norm();
  record_.press_force = press > 0.0 ? -felt.external_C.head<3>().dot(felt.control_C.head<3>()) / press : 0.0;
  record_.press_regulated = regulated_.engaged();
  record_.surface_normal = regulated_.touching() ? regulated_.normal() : Vector3(Vector3::Zero());
  record_.surface_normal_uncertainty = regulated_.touching() ? regulated_.surface().uncertainty() : 0.0;
  record_.surface_stiffness = regulated_.stiffness();
  record_.surface_speed = regulated_.surface_speed();
}

void CompliantCycle::record_law(const LawStep& law) noexcept {
  const Offset offset = led_.body().offset_in(axes());
  record_.orientation_axes = Quaternion(axes());
  record_.wrench_law = law.input.sum();
  record_.error = offset.error();
  record_.error_rate = offset.velocity;
  record_.wrench_spring = spring_wrench(law_.dynamics().K, offset);
  record_.wrench_damping = law_.damping() * offset.velocity;
  record_.fixture_force = followed_law_ ? law_.fixture_force() : Vector3(Vector3::Zero());
  record_.fixtures_acting = followed_law_ ? law_.acting_fixtures(led_.body()) : 0;
  record_.guard_damping = contact_guard_.damping();
  record_.stiffness = law_.dynamics().K.diagonal();
  record_.stiffness_ramp = ramp_.progress();
  const EnergyAccount& energy = law_.account();
  record_.energy_stored = energy.stored;
  record_.energy_fixtures = energy.fixtures;
  record_.energy_fixture_dampers = energy.fixture_dampers;
  record_.energy_port = energy.port;
  record_.energy_control = energy.control;
  record_.energy_reference = energy.reference;
  record_.energy_carried = energy.carried;
  record_.energy_limits = energy.limits;
  record_.tank_missing = energy.missing;
  record_.tank_waits = energy.waits;
  record_.tank_level = law_.tank().level();
  record_.tank_inflow = law_.tank().inflow() / h_;
  record_.tank_outflow = law_.tank().outflow() / h_;
}

}  // namespace limber
