// Whether an arm can hold its task along a straight path, and with which joints: looked into before anything moves.
//
// A damped Newton search from point to point; it takes as long as it takes, so never in the control thread, but for
// find_task_joints(), which is bounded and allocates nothing.
#pragma once

#include <optional>

#include "limber/arm.hpp"
#include "limber/path_report.hpp"
#include "math/task_axes.hpp"

namespace limber {

// Joints near `start` that put `frame` at X_BF as far as the task asks; limits are not looked at. False, with the
// nearest joints found, where the search does not arrive. Bounded, noexcept, no allocation.
bool find_task_joints(const Arm& arm, const Frame& frame, const Pose& X_BF, const JointVector& start, JointVector& q,
                      int iterations = 60) noexcept;

// The smallest singular value of the task's Jacobian at q, by an eigen-solver.
double task_singular_value(const Arm& arm, const Frame& frame, const JointVector& q);

// From start to end in a straight line, at one orientation.
struct TaskPath {
  Vector3 p_start = Vector3::Zero();  // m, in the base
  Vector3 p_end = Vector3::Zero();
  Matrix3 R_BT = Matrix3::Identity();

  Pose at(double s) const { return {R_BT, p_start + s * (p_end - p_start)}; }
};

// What the motors can hold: a point at which gravity alone needs more of a joint is no point to stand at.
struct Strength {
  JointVector effort;                          // N m or N
  Vector3 gravity = Vector3(0.0, 0.0, -9.81);  // m/s², in the base
};

// The joint that its weight (N m or N) overloads most, by its effort limit; -1 if all can be held.
int overloaded_joint(const JointVector& weight, const JointVector& effort) noexcept;

// Looks at s = 0, 1/parts, ..., 1, from the joints of one point to those of the next. If several sets of joints hold
// the start (an elbow up or down) each is tried, the one nearest `near` (default: all 0) first. `near` is a preference:
// a path that is accepted without it is accepted with any.
PathReport check_path(const Arm& arm, const Frame& frame, const TaskPath& path, int parts,
                      double smallest_singular_value, const std::optional<JointVector>& near = std::nullopt,
                      const std::optional<Strength>& strength = std::nullopt);

// The same for one point.
PathReport check_point(const Arm& arm, const Frame& frame, const Pose& X_BF, double smallest_singular_value,
                       const std::optional<JointVector>& near = std::nullopt);

}  // namespace limber
