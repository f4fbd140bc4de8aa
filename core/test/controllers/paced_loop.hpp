// The variable stiffness controller and a robot with its own pace; observes the reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "limber/telemetry.hpp"
#include "stiffness_loop.hpp"

namespace limber::test {

inline constexpr double kBraking = 0.3;   // s: time in which the pace changes by 1
inline constexpr double kPathWay = 0.16;  // m: length of the path of the default parameters

// The reference from cycle to cycle: the change of its velocity, and whether its velocity matches its position.
struct ReferenceWatch {
  double hardest = 0.0;         // m/s²
  double fastest = 0.0;         // m/s
  double worst_mismatch = 0.0;  // m/s

  void see(const StiffnessTelemetry& t) {
    const Vector3 v = t.twist_reference.head<3>();
    if (seen_) {
      hardest = std::max(hardest, (v - v_).norm() / t.period);
      worst_mismatch = std::max(worst_mismatch, ((t.p_reference - p_) / t.period - 0.5 * (v + v_)).norm());
    }
    fastest = std::max(fastest, v.norm());
    p_ = t.p_reference;
    v_ = v;
    seen_ = true;
  }

 private:
  Vector3 p_, v_;
  bool seen_ = false;
};

struct PacedLoop : StiffnessLoop {
  double pace = 1.0;
  using StiffnessLoop::StiffnessLoop;

  void run(double seconds, ReferenceWatch* watch = nullptr) {
    for (int k = 0; k < std::lround(seconds / h); ++k) {
      cycle([this](RobotState& state, double&) { state.speed_scaling = pace; });
      if (watch != nullptr) watch->see(record());
    }
  }
  // s until the next change of phase.
  double run_phase(ReferenceWatch* watch = nullptr) {
    const CyclePhase phase = record().phase;
    double passed = 0.0;
    for (; record().phase == phase && passed < 1000.0; passed += h) run(h, watch);
    return passed;
  }
  std::string told() {
    std::string all;
    for (const std::string& sentence : sentences()) all += sentence + "\n";
    return all;
  }
};

// Homed, and 0.2 s into the move: 10 mm from its start.
inline void start_move(PacedLoop& loop) {
  ASSERT_TRUE(loop.activate());
  while (loop.record().phase != CyclePhase::kMoveForward) loop.run(loop.h);
  loop.run(0.2);
  loop.sentences();
}

// m/s²: of a move over its distance in T, and of braking from its largest speed within kBraking.
inline double hardest_allowed(double way, double T) {
  const double fastest = 0.5 * std::numbers::pi * way / T;
  return std::numbers::pi / T * fastest + fastest / kBraking;
}

}  // namespace limber::test
