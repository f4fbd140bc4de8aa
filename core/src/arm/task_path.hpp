// Checks before any motion whether an arm can fulfil its task along a straight path, and with which joints.
//
// A damped Newton search from point to point. Its time is not bounded, so never in the control thread; except
// find_task_joints(), which is bounded and does not allocate.
#pragma once

#include <optional>

#include "limber/arm.hpp"
#include "limber/path_report.hpp"
#include "math/task_axes.hpp"

namespace limber {

// Joints near `start` that put `frame` at X_BF in the task axes; ignores joint limits. False, with the nearest joints
// found, if the search does not converge. Bounded, noexcept, no allocation.
bool find_task_joints(const Arm& arm, const Frame& frame, const Pose& X_BF, const JointVector& start, JointVector& q,
                      int iterations = 60) noexcept;

// The smallest singular value of the task Jacobian at q, by an eigenvalue solver.
double task_singular_value(const Arm& arm, const Frame& frame, const JointVector& q);

// A straight line from start to end with constant orientation.
struct TaskPath {
  Vector3 p_start = Vector3::Zero();  // m, in the base
  Vector3 p_end = Vector3::Zero();
  Matrix3 R_BT = Matrix3::Identity();

  Pose at(double s) const { return {R_BT, p_start + s * (p_end - p_start)}; }
};

// What the motors can hold; points where gravity alone needs more effort are refused.
struct Strength {
  JointVector effort;                          // N m or N
  Vector3 gravity = Vector3(0.0, 0.0, -9.81);  // m/s², in the base
};

// The joint that its weight (N m or N) overloads most, relative to its effort limit; -1 if all can hold.
int overloaded_joint(const JointVector& weight, const JointVector& effort) noexcept;

// Checks s = 0, 1/parts, ..., 1, from the joints of one point to those of the next. If the start has several solutions
// (elbow up or down), each is tried, nearest to `near` (default: all 0) first. `near` is only a preference: it never
// causes a path to be refused.
PathReport check_path(const Arm& arm, const Frame& frame, const TaskPath& path, int parts,
                      double smallest_singular_value, const std::optional<JointVector>& near = std::nullopt,
                      const std::optional<Strength>& strength = std::nullopt);

PathReport check_point(const Arm& arm, const Frame& frame, const Pose& X_BF, double smallest_singular_value,
                       const std::optional<JointVector>& near = std::nullopt);

}  // namespace limber
