/// @file
/// The result of checking a straight path before any motion: joints at each point, or why it is refused.
#pragma once

#include <string>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// One point of a path.
struct PathSample {
  double s = 0.0;                        ///< 0..1 along the path
  JointVector q;                         ///< rad or m
  JointVector margin;                    ///< to the nearer limit, rad or m; negative beyond it, infinite without one
  double smallest_singular_value = 0.0;  ///< of the task Jacobian, m and rad mixed
};

/// Possible problems of a path.
enum class PathProblem {
  kNone,         ///< it can be followed
  kUnreachable,  ///< no joints reach a point with its orientation
  kJointLimit,   ///< a joint would be beyond its limits
  kSingular,     ///< the smallest singular value is below min_manipulability_threshold
  kTooHeavy      ///< gravity alone needs more than the effort limit of a joint
};

/// The samples, and the first problem.
struct PathReport {
  std::vector<PathSample> samples;           ///< from s = 0 on; all of them if there is no problem
  PathProblem problem = PathProblem::kNone;  ///< the first along the path
  double s = 0.0;                            ///< position of the problem, 0..1 along the path
  int joint = -1;                            ///< joint of a joint limit or overload, from 0
  /// Distance from the pose (m and rad in one norm), joint position (rad or m), singular value, or N m (N of a
  /// prismatic joint).
  double value = 0.0;
  double limit = 0.0;    ///< allowed value, in the same unit
  std::string sentence;  ///< the problem in words; empty if there is none

  /// Whether the path can be followed.
  explicit operator bool() const noexcept { return problem == PathProblem::kNone; }
};

}  // namespace limber
