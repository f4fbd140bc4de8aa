// The bounds of a motion, and the two pure functions that keep them: first for the twist of the tool, then for the
// joint velocities. Scaling keeps the direction of motion; a boundary is approached on its braking curve.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/types.hpp"
#include "safety/limit_report.hpp"

namespace limber {

// kComfortable keeps the accelerations of tool and joints; kHard, for faults, only the decelerations of the joints.
enum class Braking { kComfortable, kHard };

// One number per joint: rad or m and their derivatives. Infinity if not limited.
struct JointBounds {
  JointVector lower, upper, velocity, acceleration;
  JointVector deceleration;  // for faults and for giving way to a force; never less than `acceleration`

  const JointVector& rates(Braking braking) const noexcept {
    return braking == Braking::kHard ? deceleration : acceleration;
  }
};

// Bounds of the tool: m, rad and their derivatives.
struct ToolBounds {
  double linear_velocity = kUnlimited;
  double angular_velocity = kUnlimited;
  double linear_acceleration = kUnlimited;
  double angular_acceleration = kUnlimited;
  double touch_deceleration = kUnlimited;  // besides linear_acceleration, against a contact
  std::array<Plane, kMaxPlanes> planes;
  std::size_t plane_count = 0;
};

// The tighter bounds of URDF and parameters. Throws ArmError if a list has neither one number nor one per joint, if a
// joint has no velocity limit, or if its range is empty.
JointBounds joint_bounds(const Arm& arm, const LimitParameters& limits);
ToolBounds tool_bounds(const LimitParameters& limits) noexcept;

// At most `speed` m/s along `direction` (unit, in the base).
struct SpeedCap {
  Vector3 direction;
  double speed;
};

// `wanted`, limited to the tool's bounds over the next h seconds, from position p_BC_B and twist `previous`. Twists of
// C, in the base.
Vector6 shape_twist(const Vector6& wanted, const Vector6& previous, const Vector3& p_BC_B, const ToolBounds& bounds,
                    const std::optional<SpeedCap>& cap, double h, LimitSet& reshaped) noexcept;

// The velocities of each joint over the next h seconds from which it can still stop before its position limits.
struct VelocityBox {
  JointVector lowest, highest;
};
VelocityBox position_box(const JointVector& q, const JointBounds& bounds, double h) noexcept;

// Position and Jacobian of the tool, for the limits that joints and tool share.
struct ToolKinematics {
  const Vector3& p_BC_B;
  const Jacobian& J_BC_B;
  // A change of the joint velocities that a contact demands; it does not count for the acceleration of the tool, and
  // joints may use their decelerations. Null: none.
  const JointVector* touch = nullptr;
};

// `wanted`, limited to the position box, the velocities and accelerations of the joints and, with lower priority, the
// planes, speeds and accelerations of the tool. `previous`: joint velocities of the last cycle. First the smallest
// change of `previous` that boxes and planes demand; then towards `wanted` as far as the accelerations allow, by the
// same share for all joints.
JointVector shape_joint_velocity(const JointVector& wanted, const JointVector& previous,
                                 const ToolKinematics& kinematics, const JointBounds& joints, const ToolBounds& tool,
                                 const VelocityBox& box, double h, LimitSet& reshaped,
                                 Braking braking = Braking::kComfortable) noexcept;

}  // namespace limber
