#include "safety/joint_return.hpp"

#include <algorithm>

#include "math/braking.hpp"
#include "safety/shaping.hpp"

namespace limber {
namespace {

// Share of the accelerations for braking along the way. The rest ends the motion that the arm came with.
constexpr double kReturnShare = 0.5;

}  // namespace

JointVector return_velocity(const JointVector& gap, const Jacobian& J, const JointBounds& joints,
                            const ToolBounds& tool, double h) noexcept {
  const double farthest = gap.cwiseAbs().maxCoeff();
  if (!(farthest > 0.0)) return JointVector::Zero(gap.size());
  const JointVector way = gap / farthest;
  const JointVector shares = way.cwiseAbs();
  const Vector6 twist = tool_twist(J, way);
  const double acceleration =
      std::min({1.0 / shares.cwiseQuotient(joints.acceleration).maxCoeff(),
                tool.linear_acceleration / twist.head<3>().norm(), tool.angular_acceleration / twist.tail<3>().norm()});
  const double fastest = 1.0 / shares.cwiseQuotient(joints.velocity).maxCoeff();
  return std::min(fastest, braking_speed(farthest, kReturnShare * acceleration, h)) * way;
}

}  // namespace limber
