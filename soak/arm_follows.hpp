// Checks that an arm whose servo was told rightly makes the motion q: by u = q + (T + d) q̇, d = T_d + h,
//
//   T ė + e = q(t - d) - q + d q̇(t - d) + T (q̇(t - d) - q̇)  ->  |T ė + e| <= (T d + d²/2) max|q̈|,
//
// and not twice of that for any lead that also counts q̈. Without lead e were (T + d) q̇.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

class ArmFollows {
 public:
  explicit ArmFollows(Tally& tally) : tally_(tally) {}

  // Activated, or told rightly from now on.
  void start() { calm_for_ = 0.0, doubted_ = false, qd_.resize(0); }
  // Something came between the motion and the arm: for a while the arm may be anywhere.
  void disturbed() { calm_for_ = 0.0; }
  // The readings or the time were wrong: until the next activation the lead may be less.
  void doubt() { doubted_ = true; }

  // arm: where its joints are in truth.
  void see(const JointVector& arm, const Telemetry& t, const ServoParameters& told) {
    const double h = t.period, d = told.delay + h, T = told.lag;
    if (qd_.size() != t.qd_command.size()) {
      qd_ = t.qd_command;
      fastest_ = allowed_ = 0.0 * qd_;
    }
    const JointVector qdd = (t.qd_command - qd_).cwiseAbs() / h;
    qd_ = t.qd_command;
    // The largest of late, as an envelope that falls with 2 d + 2 h.
    fastest_ = qdd.cwiseMax(std::exp(-h / (2.0 * d + 2.0 * h)) * fastest_);
    // A command that is held for a cycle lags by h/2 and h²/(12 T) of the velocity.
    const JointVector forcing = 2.0 * (T + d) * d * 1.7 * fastest_ + 0.25 * h * h / T * qd_.cwiseAbs();
    allowed_ += -std::expm1(-h / T) * (forcing - allowed_);
    allowed_ = allowed_.cwiseMax(forcing * (h / T < 1.0 ? 0.0 : 1.0));
    calm_for_ += h;
    if (doubted_ || calm_for_ < kCalmAfter || told.delay + 0.5 * h > T) return;
    for (int i = 0; i < qd_.size(); ++i) {
      tally_.expect(Check::kArmFollows, std::abs(arm[i] - t.q_command[i]), 1.1 * allowed_[i] + 1e-6, "joint ", i);
    }
  }

 private:
  static constexpr double kCalmAfter = 3.0;  // s
  Tally& tally_;
  JointVector qd_, fastest_, allowed_;
  double calm_for_ = 0.0;  // s
  bool doubted_ = false;
};

}  // namespace limber::soak
