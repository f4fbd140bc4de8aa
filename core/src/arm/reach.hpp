// How far an arm reaches, and whether a pose is in reach: a cheap bound, and a search.
//
// The bound may be used in any thread. The search is bounded but takes milliseconds: never in the control thread.
#pragma once

#include <optional>
#include <string>

#include "limber/arm.hpp"

namespace limber {

// Contains the frame for all joint positions within the limits. The centre is the first joint; the radius is the sum of
// the distances between the joints, of the prismatic travel, and of the distance from the last joint to the frame.
struct ReachSphere {
  Vector3 centre_B = Vector3::Zero();  // m
  double radius = 0.0;                 // m
};
ReachSphere reach_of(const Arm& arm, const Frame& frame) noexcept;

// m from p_B to the sphere, 0 inside: p_B is at least that far out of reach.
double outside(const ReachSphere& sphere, const Vector3& p_B) noexcept;

// The joint positions within the limits that bring the frame nearest to a pose, among those found.
struct NearestPosture {
  JointVector q;
  double distance = 0.0;  // m from the position
  double turn = 0.0;      // rad from the orientation
};

enum class Reach {
  kThere,
  kNotWithThisOrientation,  // position in reach, but no solution for the pose found; only with six or more joints
  kOutOfReach,              // not even the position is in reach
};

struct ReachReport {
  Reach reach = Reach::kThere;
  NearestPosture nearest;
  std::string sentence;  // what is out of reach, and by how much; empty if in reach
};

// Limits of the joints, the arm's own or tighter ones: rad, m.
struct JointRange {
  JointVector lower, upper;
};

// Whether joints within their limits can put `frame` at X_BF: within 1 mm or 0.2 % of the reach and, with six or more
// joints, 0.02 rad. Searches from `near` (default: the middle of the limits) and from a hundred fixed random postures.
// A reachable position is reported as out of reach only if all these searches fail. `range`: limits tighter than the
// arm's own.
ReachReport check_reach(const Arm& arm, const Frame& frame, const Pose& X_BF,
                        const std::optional<JointVector>& near = std::nullopt,
                        const std::optional<JointRange>& range = std::nullopt);

}  // namespace limber
