// What the other thread may do to a compliant controller: hand things in, and put events into words.
#include "limber/controllers/compliant_controller.hpp"

namespace limber {

void CompliantController::set_parameters(const AdmittanceParameters& parameters) {
  set_settings(bind(*arm_, parameters));
}

void CompliantController::set_settings(const AdmittanceSettings& settings) noexcept {
  frame_handed_in_ = settings.frame();
  settings_in_.write(settings);
}

Answer CompliantController::set_control_wrench(const Vector6& F_C) noexcept {
  const std::uint32_t meant_for = life();
  if (state() == SupervisorState::kInactive) return inactive("control wrench");
  const Answer answer = check_control_wrench(F_C);
  if (answer) control_wrench_in_.write({F_C, meant_for, next_word(), frame_handed_in()});
  return answer;
}

}  // namespace limber
