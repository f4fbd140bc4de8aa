// A reference that moves: where the tool should be, and how it should move there.
#pragma once

#include "limber/types.hpp"

namespace limber {

struct MovingPose {
  Pose X_BR;
  Vector6 twist = Vector6::Zero();  // of R in the base, m/s, rad/s
};

struct ReferenceSample : MovingPose {
  ReferenceSample() = default;
  ReferenceSample(const Pose& X, const Vector6& V = Vector6::Zero(), const Vector6& A = Vector6::Zero())
      : MovingPose{X, V}, acceleration(A) {}

  Vector6 acceleration = Vector6::Zero();  // rate of the twist, m/s², rad/s²
};

}  // namespace limber
