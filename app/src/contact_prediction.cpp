// Looks at the tool's velocity when a touch begins.
#include "contact_prediction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "explain_command.hpp"

namespace limber::app {

double Touch::speed() const { return std::max(0.0, -velocity_B.dot(plate.normal_B.normalized())); }

Touch TouchWatch::touch_of(const CycleRecord& record) const {
  const Vector3 push = record.truth.contact_force.normalized();
  const std::vector<sim::Plate> plates = sim::touchable(*scene_, record.truth.p_tool);
  const auto plate = std::max_element(plates.begin(), plates.end(), [&](const auto& a, const auto& b) {
    return push.dot(a.normal_B.normalized()) < push.dot(b.normal_B.normalized());
  });
  return {velocity_, *plate, record.telemetry.q};
}

void TouchWatch::add(const CycleRecord& record) {
  const bool anything = !scene_->plates.empty() || !scene_->surfaces.empty();
  if (anything && record.touches()) {
    const Touch touch = touch_of(record);
    if (!fastest_ || touch.speed() > fastest_->speed()) fastest_ = touch;
  }
  const double force = record.truth.contact_force.norm();
  if (force > largest_) {
    largest_ = force;
    before_largest_ = fastest_;
  }
  const double passed = record.telemetry.time - last_.telemetry.time;
  if (any_ && passed > 0.0) velocity_ = (record.truth.p_tool - last_.truth.p_tool) / passed;
  any_ = true;
  last_ = record;
}

std::string ContactPrediction::words() const {
  return fmt::format(" (predicted for {:.2g} m/s on {:g} kN/m: at most {:.0f} N)", speed, 1e-3 * stiffness, at_most);
}

Json ContactPrediction::json() const {
  return Json::object().set("speed_m_per_s", speed).set("stiffness_N_per_m", stiffness).set("at_most_N", at_most);
}

std::optional<ContactPrediction> predict(const MotionPlan& plan, const std::optional<Touch>& touch) {
  if (!touch) return std::nullopt;
  const double at_most = peak_force(plan, touch->velocity_B, touch->plate, touch->q);
  if (!std::isfinite(at_most)) return std::nullopt;
  return ContactPrediction{touch->speed(), touch->plate.stiffness, at_most};
}

}  // namespace limber::app
