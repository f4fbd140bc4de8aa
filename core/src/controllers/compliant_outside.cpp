// What the other thread may do to a compliant controller: hand things in, and put events into words.
#include "limber/controllers/compliant_controller.hpp"

namespace limber {

void CompliantController::set_parameters(const AdmittanceParameters& parameters) {
  set_settings(bind(*arm_, parameters));
}

bool CompliantController::set_control_wrench(const Vector6& F_C) noexcept {
  if (!F_C.allFinite()) return false;
  control_wrench_in_.write({F_C});
  return true;
}

}  // namespace limber
