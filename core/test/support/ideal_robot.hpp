// A robot that follows commands exactly, or behind a lag, with a wrench given by the test: closed loops without
// physics.
#pragma once

#include <cmath>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>

#include "limber/arm.hpp"
#include "limber/robot.hpp"
#include "limber/types.hpp"

namespace limber::test {

inline std::string read_text(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct NamedArm {
  const char* file;
  const char* base;
  const char* tip;
  const char* sensor;
};
inline constexpr NamedArm kUr3e{"ur3e", "base_link", "tool0", "ft_frame"};
inline constexpr NamedArm kUr5e{"ur5e", "base_link", "tool0", "ft_frame"};
inline constexpr NamedArm kUr10e{"ur10e", "base_link", "tool0", "ft_frame"};
inline constexpr NamedArm kFr3{"fr3", "fr3_link0", "fr3_link8", "ft_frame"};
inline constexpr NamedArm kOpenManipulatorX{"open_manipulator_x", "world", "end_effector_link", "end_effector_link"};

inline Arm load_arm(const NamedArm& named) {
  const std::string file = std::string(named.file) + ".urdf";
  return Arm::from_urdf(read_text(std::string(LIMBER_SOURCE_DIR) + "/robots/" + file), named.base, named.tip, file);
}

// A posture with the tool pointing down in front of the arm, far from all limits.
inline JointVector ready_posture(const Arm& arm) {
  JointVector q(arm.joint_count());
  if (arm.joint_count() == 6) {
    q << 0.1, -1.4, 1.6, -1.8, -1.5, 0.2;
  } else if (arm.joint_count() == 7) {
    q << 0.0, -0.785, 0.0, -2.356, 0.0, 1.571, 0.785;
  } else {
    q << 0.1, -0.4, 0.5, 0.6;
  }
  return q;
}

class IdealRobot : public Robot {
 public:
  IdealRobot(const Arm& arm, const JointVector& q, const Frame& sensor, double noise = 1e-9)
      : arm_(arm), sensor_(sensor), noise_(0.0, noise) {
    state_.q = q;
    state_.qd = JointVector::Zero(q.size());
    state_.q_interface = told_ = q;
  }

  void set_noise(double noise) { noise_ = std::normal_distribution<double>(0.0, noise); }  // N, N m

  // The wrench on the tool about C, in the base; the reading of the sensor, with its lever arm, is computed from it.
  std::function<Vector6(const IdealRobot&)> push_B = [](const IdealRobot&) { return Vector6::Zero().eval(); };

  bool stands = false;       // ignores commands, like a paused robot
  bool by_velocity = false;  // integrates the velocity of a command, like a velocity interface
  double lag = 0.0;          // s: time constant with which it follows commands

  const RobotState& read() override { return state_; }
  void write(const Command& command) override {
    if (stands) {
      state_.qd.setZero();
      return;
    }
    const JointVector before = state_.q;
    told_ = by_velocity ? ((lag > 0.0 ? told_ : before) + period_ * command.qd).eval() : command.q;
    if (lag > 0.0) {
      state_.q += -std::expm1(-period_ / lag) * (told_ - before);
      state_.qd = (state_.q - before) / period_;
    } else {
      state_.q = told_;
      state_.qd = command.qd;
    }
    state_.q_interface = command.q;
  }
  void step(double period) {
    period_ = period;
    state_.time += period;
    state_.joint_stamp = state_.wrench_stamp = state_.time;
    const Pose X_BS = arm_.pose(state_.q, sensor_);
    const Pose X_BT = tool();
    const Vector6 F = push_B(*this);
    // About S: the same force, with the torque of its lever arm from S to the tool point.
    const Vector3 torque = F.tail<3>() + (X_BT.p - X_BS.p).cross(F.head<3>());
    state_.F_S_S << X_BS.R.transpose() * F.head<3>(), X_BS.R.transpose() * torque;
    for (int i = 0; i < 6; ++i) state_.F_S_S[i] += noise_(random_);
  }

  RobotState& state() { return state_; }
  Pose tool() const { return arm_.pose(state_.q, arm_.tip()); }
  double time() const { return state_.time; }

 private:
  const Arm& arm_;
  Frame sensor_;
  RobotState state_;
  JointVector told_;  // rad, m: the position that it follows
  double period_ = 0.0;
  std::mt19937 random_{1};
  std::normal_distribution<double> noise_;
};

}  // namespace limber::test
