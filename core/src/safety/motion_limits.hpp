// The bounds a motion must keep, and the two pure steps that reshape it: the tool's twist, then the joints'
// velocities. Scaling keeps the direction of motion; a boundary is met on its braking curve.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/types.hpp"
#include "safety/limit_report.hpp"

namespace limber {

// What a motion is changed for: comfort keeps the accelerations of tool and joints, a fault only the joints'
// decelerations.
enum class Braking { kComfortable, kHard };

// One number a joint: rad or m and their derivatives. Infinity where not limited.
struct JointBounds {
  JointVector lower, upper, velocity, acceleration;
  JointVector deceleration;  // of a stop for a fault, and of giving way to a force; never less than `acceleration`

  const JointVector& rates(Braking braking) const noexcept {
    return braking == Braking::kHard ? deceleration : acceleration;
  }
};

// The tool's own bounds: m, rad and their derivatives.
struct ToolBounds {
  double linear_velocity = kUnlimited;
  double angular_velocity = kUnlimited;
  double linear_acceleration = kUnlimited;
  double angular_acceleration = kUnlimited;
  std::array<Plane, kMaxPlanes> planes;
  std::size_t plane_count = 0;
};

// The tighter of the URDF's and the parameters' bounds. Throws ArmError where a list fits neither one nor every joint.
JointBounds joint_bounds(const Arm& arm, const LimitParameters& limits);
ToolBounds tool_bounds(const LimitParameters& limits) noexcept;

// At most `speed` m/s along `direction` (unit, in the base).
struct SpeedCap {
  Vector3 direction;
  double speed;
};

// The twist nearest in spirit to `wanted` that the tool may have over the next h seconds, being at p_BC_B with
// `previous` twist. Twists of C, in the base.
Vector6 shape_twist(const Vector6& wanted, const Vector6& previous, const Vector3& p_BC_B, const ToolBounds& bounds,
                    const std::optional<SpeedCap>& cap, double h, LimitSet& reshaped) noexcept;

// Which way each joint may move over the next h seconds without missing its position limit.
struct VelocityBox {
  JointVector lowest, highest;
};
VelocityBox position_box(const JointVector& q, const JointBounds& bounds, double h) noexcept;

// Where the tool is and how the joints move it, for the limits that joints and tool share.
struct ToolKinematics {
  const Vector3& p_BC_B;
  const Jacobian& J_BC_B;
};

// Joint velocities that keep the position box, the joints' velocities and accelerations, and, behind those, the tool's
// planes, speeds and accelerations; `previous` are those of the cycle before. The least that boxes and planes demand of
// the motion as it was comes first; towards the wanted motion it then goes as far as the accelerations allow, all
// joints alike.
JointVector shape_joint_velocity(const JointVector& wanted, const JointVector& previous,
                                 const ToolKinematics& kinematics, const JointBounds& joints, const ToolBounds& tool,
                                 const VelocityBox& box, double h, LimitSet& reshaped,
                                 Braking braking = Braking::kComfortable) noexcept;

}  // namespace limber
