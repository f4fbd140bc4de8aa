/// @file
/// What was found of a straight path before anything moves: joints at each of its points, or why it is refused.
#pragma once

#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// One point of a path.
struct PathSample {
  double s = 0.0;                        ///< 0..1 along the path
  JointVector q;                         ///< rad or m
  JointVector margin;                    ///< to the nearer limit, rad or m; below 0 beyond it, infinite without one
  double smallest_singular_value = 0.0;  ///< of the task's Jacobian
};

/// What can be wrong with a path.
enum class PathProblem { kNone, kUnreachable, kJointLimit, kSingular, kTooHeavy };

/// The points that were found, and the first problem.
struct PathReport {
  std::vector<PathSample> samples;  ///< from s = 0 on; all of them if there is no problem
  PathProblem problem = PathProblem::kNone;
  double s = 0.0;        ///< where it is
  int joint = -1;        ///< which joint, of a joint limit or a weight
  double value = 0.0;    ///< m from the point (or rad from its orientation), joint angle, singular value, or N m
  double limit = 0.0;    ///< what is allowed
  std::string sentence;  ///< the problem in words; empty without one

  explicit operator bool() const noexcept { return problem == PathProblem::kNone; }
};

}  // namespace limber
