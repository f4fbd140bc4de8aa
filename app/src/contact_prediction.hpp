// How fast the tool met a plate, and the largest force that `limber explain` predicts for it.
#pragma once

#include <optional>
#include <string>

#include "cycle_record.hpp"
#include "json.hpp"
#include "limber/sim/scene.hpp"
#include "motion_plan.hpp"

namespace limber::app {

struct Touch {
  Vector3 velocity_B = Vector3::Zero();  // m/s, of the tool point
  sim::Plate plate;                      // or one that is like the surface there
  JointVector q;                         // measured

  double speed() const;  // m/s, into the plate
};

// Of all touches until the largest contact force: the fastest, when it began or later.
class TouchWatch {
 public:
  // `scene` outlives this.
  explicit TouchWatch(const sim::Scene& scene) : scene_(&scene) {}

  void add(const CycleRecord& record);
  const std::optional<Touch>& before_largest_force() const { return before_largest_; }

 private:
  Touch touch_of(const CycleRecord& record) const;

  const sim::Scene* scene_;
  CycleRecord last_;
  bool any_ = false;
  Vector3 velocity_ = Vector3::Zero();  // m/s, of the tool point
  double largest_ = 0.0;                // N
  std::optional<Touch> fastest_, before_largest_;
};

struct ContactPrediction {
  double speed;      // m/s
  double stiffness;  // N/m
  double at_most;    // N

  std::string words() const;  // " (predicted for 0.05 m/s on 100 kN/m: at most 160 N)"
  Json json() const;
};

// Nothing without a touch, and where no force stops the arm.
std::optional<ContactPrediction> predict(const MotionPlan& plan, const std::optional<Touch>& touch);

}  // namespace limber::app
