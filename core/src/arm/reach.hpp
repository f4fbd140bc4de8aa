// How far an arm reaches, and whether a place is in reach: a bound that costs a few additions, and a search.
//
// The bound is for streams and for any thread. The search is bounded but takes milliseconds: never in the control
// thread.
#pragma once

#include <optional>
#include <string>

#include "limber/arm.hpp"

namespace limber {

// Wherever the joints are within their limits, the frame is inside. Its centre is the first joint; its radius is the
// sum of the lengths between the joints, of the slides, and from the last joint to the frame.
struct ReachSphere {
  Vector3 centre_B = Vector3::Zero();  // m
  double radius = 0.0;                 // m
};
ReachSphere reach_of(const Arm& arm, const Frame& frame) noexcept;

// m that p_B lies outside of the sphere, 0 inside: that far out of reach at least.
double outside(const ReachSphere& sphere, const Vector3& p_B) noexcept;

// Of the joints within their limits those that bring the frame nearest to a pose, as far as they were found.
struct NearestPosture {
  JointVector q;
  double distance = 0.0;  // m from the position
  double turn = 0.0;      // rad from the orientation
};

enum class Reach {
  kThere,
  kNotWithThisOrientation,  // the position is in reach, the pose was not found; only of arms with six joints or more
  kOutOfReach,              // not even the position
};

struct ReachReport {
  Reach reach = Reach::kThere;
  NearestPosture nearest;
  std::string sentence;  // what is out of reach, and by how much; empty where it is there
};

// Joints' own limits, or tighter ones: rad, m.
struct JointRange {
  JointVector lower, upper;
};

// Whether joints within their limits put `frame` at X_BF, within 1 mm or 0.2 % of the reach and, with six joints or
// more, 0.02 rad. Searches from `near` (default: the middle of the limits) and from a hundred seeded places. A position
// that is in reach is never called out of reach but for a search that failed from all of them. `range`: limits that
// are tighter than the arm's own.
ReachReport check_reach(const Arm& arm, const Frame& frame, const Pose& X_BF,
                        const std::optional<JointVector>& near = std::nullopt,
                        const std::optional<JointRange>& range = std::nullopt);

}  // namespace limber
