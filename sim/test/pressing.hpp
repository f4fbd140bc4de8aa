// A tool, a wall in front of it, and the motion there: for tests that press on something.
#pragma once

#include <string>

#include "arms.hpp"
#include "limber/sim/scene.hpp"
#include "support/decompositions.hpp"

namespace limber::sim {

// A wall with its surface `gap` m ahead of the tool point at home, facing the tool along its own axis.
inline Plate wall_ahead(const Arm& arm, const Tool& tool, double stiffness, double gap) {
  const Pose X_BT = arm.pose(home(arm), arm.tip());
  Plate wall;
  wall.name = "wall";
  wall.normal_B = -(X_BT.R * tool.axis);
  wall.p_B = X_BT * tool.p_TQ - gap * wall.normal_B;
  wall.stiffness = stiffness;
  return wall;
}

inline Tool tool_of(const std::string& robot) {
  Tool tool;
  tool.mass = 0.3;
  tool.com = Vector3(0, 0, 0.03);
  tool.inertia = 2e-4 * Matrix3::Identity();
  tool.p_TQ = Vector3(0, 0, 0.1);
  if (!is_ur(robot)) {
    tool.axis = Vector3::UnitX();
    tool.com = Vector3(0.03, 0, 0);
    tool.p_TQ = Vector3(0.05, 0, 0);
  }
  return tool;
}

// Moves the middle of the ball, so that it does not matter how the tool turns meanwhile.
inline void move_joints_by(const Arm& arm, const Tool& tool, const Vector3& step_B, JointVector& q) {
  Frame ball = arm.tip();
  ball.X_JF = ball.X_JF * Pose{Matrix3::Identity(), ball_centre(tool)};
  const Vector3 goal_B = arm.pose(q, ball).p + step_B;
  for (int n = 0; n < 3; ++n) {
    Pose X_BC;
    Jacobian J(6, arm.joint_count());
    arm.kinematics(q, ball, X_BC, J);
    const Eigen::MatrixXd J_p = J.topRows<3>();
    q += J_p.transpose() * test::solve(J_p * J_p.transpose(), goal_B - X_BC.p);
  }
}

}  // namespace limber::sim
