// Bounds of a press.
#include "limber/controllers/press_watch.hpp"

#include <algorithm>

namespace limber {
namespace {

// The share of the control force that must be felt for contact.
constexpr double kContactShare = 0.2;
// The cap reshapes the approach; a tool this much faster than it is driven by something else.
constexpr double kRunaway = 2.0;

}  // namespace

Fault PressWatch::step(const Vector3& control_B, const Vector3& external_B, const Vector3& v_B,
                       const SupervisorParameters& parameters, double h, double time) noexcept {
  const double force = control_B.norm();
  if (force == 0.0) {
    reset();
    return {};
  }
  const Vector3 direction = control_B / force;
  cap_ = SpeedCap{direction, parameters.press_approach_speed};
  in_contact_ = -direction.dot(external_B) > kContactShare * force;
  const double speed = direction.dot(v_B);
  travel_ = in_contact_ ? 0.0 : travel_ + std::max(0.0, speed) * h;
  if (travel_ > parameters.press_max_travel) {
    return {FaultCode::kLostContact, travel_, parameters.press_max_travel, 0, time};
  }
  if (speed > kRunaway * parameters.press_approach_speed) {
    return {FaultCode::kLostContact, speed, parameters.press_approach_speed, 1, time};
  }
  return {};
}

}  // namespace limber
