// What the other thread may do to controller A: hand things in, and put events into words.
#include <fmt/format.h>

#include <cmath>

#include "limber/controllers/admittance_controller.hpp"

namespace limber {

void AdmittanceController::set_parameters(const AdmittanceParameters& parameters) {
  set_settings(bind(*arm_, parameters));
}

bool AdmittanceController::set_desired_pose(const Pose& X_BR, const Vector6& twist,
                                            const Vector6& acceleration) noexcept {
  const bool proper = X_BR.p.allFinite() && X_BR.R.allFinite() && twist.allFinite() && acceleration.allFinite() &&
                      (X_BR.R * X_BR.R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff() < 1e-6;
  if (proper) target_in_.write({{X_BR, twist, acceleration}});
  return proper;
}

bool AdmittanceController::set_desired_pose(const Vector3& p_BR, const Quaternion& q_BR) noexcept {
  if (!q_BR.coeffs().allFinite() || std::abs(q_BR.norm() - 1.0) > 1e-6) return false;
  return set_desired_pose(Pose{q_BR.normalized().toRotationMatrix(), p_BR});
}

bool AdmittanceController::set_control_wrench(const Vector6& F_C) noexcept {
  if (!F_C.allFinite()) return false;
  control_wrench_in_.write({F_C});
  return true;
}

std::string AdmittanceController::sentence(const Event& event) const {
  const auto joint = [&] {
    const auto index = static_cast<std::size_t>(event.fault.index);
    return event.fault.index >= 0 && index < arm_->joints().size() ? arm_->joints()[index].name : std::string();
  };
  switch (event.kind) {
    case Event::Kind::kFault: return limber::sentence(event.fault, joint());
    case Event::Kind::kFaultReset: return "fault reset; starting again";
    case Event::Kind::kState: return fmt::format("now {}", name(event.state));
    case Event::Kind::kTareDone: return "tare done: the new bias is taken over";
    case Event::Kind::kTareRefusedMoving: return "tare refused: the arm moved; tare only at rest";
    case Event::Kind::kTareRefusedVarying: return "tare refused: the wrench varied; tare only with nothing touching the tool";
    case Event::Kind::kRequestRefused: return fmt::format("request not possible while {}", name(event.state));
  }
  return "";
}

}  // namespace limber
