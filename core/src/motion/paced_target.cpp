#include "motion/paced_target.hpp"

#include <algorithm>

#include "math/braking.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

constexpr double kPaceChange = 1.0 / kPacingTime;  // 1/s
// Fraction of it planned for braking; the rest is for turning and for a destination that moves.
constexpr double kBrakingShare = 0.5;
// A wanted motion exactly at the limit is allowed.
constexpr double kPaceRounding = 1.0 + 1e-9;

}  // namespace

void PacedTarget::step(const MovingPose& wanted, const PaceMatrix& A, double h) noexcept {
  Vector6 way;
  way << wanted.X_BR.p - target_.X_BR.p, log_so3(Matrix3(wanted.X_BR.R * target_.X_BR.R.transpose()));
  const Vector6 change = wanted.twist - target_.twist;
  // The part of the motion that the mean velocity does not explain: a jump of the position.
  const Vector6 missed = way - 0.5 * h * (wanted.twist + target_.twist);
  arrived_ = pace(A, wanted.twist) <= kPaceRounding && pace(A, change) <= kPaceChange * h &&
             pace(A, missed) <= 0.5 * kPaceChange * h * h;
  if (arrived_) {
    target_ = wanted;
  } else {
    go_after(wanted, way, A, h);
  }
}

// As fast as braking allows, relative to the wanted motion.
void PacedTarget::go_after(const MovingPose& wanted, const Vector6& way, const PaceMatrix& A, double h) noexcept {
  Vector6 V = wanted.twist;
  const double distance = pace(A, way);
  if (distance > 0.0) V += braking_speed(distance, kBrakingShare * kPaceChange, h) / distance * way;
  const double fast = pace(A, V);
  if (fast > 1.0) V /= fast;
  Vector6 change = V - target_.twist;
  // A target that is already too fast brakes within the same time at any speed.
  const double allowed = kPaceChange * h * std::max(1.0, pace(A, target_.twist));
  const double sudden = pace(A, change);
  if (sudden > allowed) change *= allowed / sudden;
  const Vector6 step = h * (target_.twist + 0.5 * change);
  target_.twist += change;
  target_.X_BR.p += step.head<3>();
  target_.X_BR.R = exp_so3(Vector3(step.tail<3>())).toRotationMatrix() * target_.X_BR.R;
}

}  // namespace limber
