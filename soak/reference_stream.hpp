// A reference that swings about a pose, as a person or a planner would stream it, cycle by cycle.
#pragma once

#include <cmath>

#include "draw.hpp"
#include "drawn_parameters.hpp"
#include "limber/admittance_controller.hpp"

namespace limber::soak {

class ReferenceStream {
 public:
  // About X, or about the joints q, for some time from now on.
  void begin(Draw& draw, double now, bool by_joints, const Pose& X, const JointVector& q) {
    until_ = now + draw.scale(0.05, 2.0);
    by_joints_ = by_joints;
    X_ = draw_pose_near(draw, X, draw.chance(0.7) ? 0.0 : 0.2, 0.0);
    q_ = q;
    amplitude_ = draw.between(0.0, 0.1) * draw.direction();
    joint_amplitude_ = draw.between(0.0, 0.3);
    rate_ = draw.scale(0.5, 20.0);
    says_motion_ = draw.chance(0.8);
  }
  bool runs(double now) const { return now < until_; }

  void send(AdmittanceController& controller, double now) const {
    const double s = std::sin(rate_ * now), c = std::cos(rate_ * now);
    if (by_joints_) {
      const JointVector all = JointVector::Constant(q_.size(), joint_amplitude_);
      controller.set_joint_reference(q_ + s * all);
      return;
    }
    Vector6 twist = Vector6::Zero(), acceleration = Vector6::Zero();
    if (says_motion_) {
      twist.head<3>() = rate_ * c * amplitude_;
      acceleration.head<3>() = -rate_ * rate_ * s * amplitude_;
    }
    controller.set_desired_pose({X_.R, X_.p + s * amplitude_}, twist, acceleration);
  }

 private:
  double until_ = -1.0;  // s
  bool by_joints_ = false;
  Pose X_;
  JointVector q_;
  Vector3 amplitude_ = Vector3::Zero();  // m
  double joint_amplitude_ = 0.0;         // rad
  double rate_ = 0.0;                    // rad/s
  bool says_motion_ = true;              // also sends twist and acceleration
};

}  // namespace limber::soak
