// The commanded motion of the arm: joint positions and velocities within their limits, and the resulting motion of the
// tool. Each cycle leads the tool to a pose, brakes, or returns the joints to a position; all three keep the same
// limits.
#pragma once

#include <optional>

#include "limber/arm.hpp"
#include "limber/types.hpp"
#include "math/motion_rates.hpp"
#include "safety/damped_inverse.hpp"
#include "safety/limit_report.hpp"
#include "safety/motion_limits.hpp"
#include "safety/posture.hpp"

namespace limber {

class CommandedMotion {
 public:
  // `arm` must outlive this object. `frame` is C on the tool.
  CommandedMotion(const Arm& arm, const Frame& frame, const LimitParameters& limits);

  // New limits, or another C, without interrupting the motion.
  void set_limits(const JointBounds& joints, const ToolBounds& tool, double singularity_threshold,
                  double singularity_damping) noexcept;
  void set_frame(const Frame& frame) noexcept;
  // Posture reference for the null space of the task.
  void set_posture(const PostureGoal& posture) noexcept { posture_ = posture; }

  // Starts from any position and velocity.
  void start(const JointVector& q, const JointVector& qd) noexcept;

  // Computes the damped inverse at the present command; false if it is not finite.
  bool update_kinematics() noexcept;

  // One cycle of h seconds. lead() moves C to X_BC, or as near as the limits allow. With Braking::kHard the joints may
  // use their decelerations. A contact that pushes along `contact` (a unit vector in the base) may stop the tool as
  // hard as they allow, up to the touch deceleration.
  const LimitReport& lead(const Pose& X_BC, const std::optional<SpeedCap>& cap, double h,
                          Braking braking = Braking::kComfortable,
                          const std::optional<Vector3>& contact = std::nullopt) noexcept;
  // Brakes all joints in the same proportion: within the accelerations of joints and tool, or (kHard) with the
  // decelerations of the joints. With kComfortable, null-space motion of a standing tool stops without moving the tool.
  const LimitReport& brake(double h, Braking braking = Braking::kComfortable) noexcept;

  // Moves the joints to q and holds them there.
  const LimitReport& return_to(const JointVector& q, double h) noexcept;

  // Continues from measured joints instead of the last command. Moves the command by at most the speed limits times h,
  // so that one wrong reading has little effect.
  void rebase(const JointVector& q, double h) noexcept;

  // The times that the joints need for `way` (m, rad in the base); position limits are ignored.
  JointTimes joint_times(const Vector6& way) const noexcept;
  // m/s², rad/s²: the largest deceleration along `way`, a unit vector, that the joints allow.
  double hardest_deceleration(const Vector6& way) const noexcept;
  // 0..1: how open `way` is at the joint position limits, in a cycle of h s. 1 if they do not change the motion. 0 if
  // they make the tool approach the end of the way a hundred times slower: it would only creep along a limit.
  double openness(const Vector6& way, double h) const noexcept;

  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }  // mean over the last cycle
  const Pose& X_BC() const noexcept { return X_BC_; }
  const Vector6& twist() const noexcept { return twist_; }  // of C in the base, mean over the last cycle
  bool at_rest() const noexcept { return qd_.isZero(0.0); }
  const Frame& frame() const noexcept { return frame_; }
  const LimitReport& report() const noexcept { return report_; }
  const PostureGoal& posture() const noexcept { return posture_; }
  // rad/s, m/s: null-space velocity of the last solution, before the joint limits.
  const JointVector& posture_velocity() const noexcept { return z_; }
  const JointBounds& joint_bounds() const noexcept { return joints_; }

 private:
  JointVector solve(const Vector6& twist, const PostureGoal& posture, const VelocityBox& box, double h) noexcept;
  bool solve_at_singularity(const Vector6& twist, double h, JointVector& qd) noexcept;
  std::optional<JointVector> refine(const JointVector& straight, const Vector6& twist, double h) noexcept;
  void look_ahead(const JointVector& qd, double h) noexcept;
  JointVector within_finite_speed(const JointVector& qd, const JointVector& acceleration, double h) noexcept;
  Vector3 touch(const Vector6& wanted, const Vector3& contact, double h) noexcept;
  void begin_cycle() noexcept;
  void begin_stop() noexcept;
  void move(const JointVector& wanted, double h, Braking braking) noexcept;
  void note_conflicts(const JointVector& previous_qd, const JointVector& acceleration, double h) noexcept;

  const Arm* arm_;
  Frame frame_;
  JointBounds joints_;
  ToolBounds tool_;
  double singularity_threshold_;  // σ below which damping begins (DampedInverse)
  double singularity_damping_;

  // The tool at the end of this cycle if the joints move at `qd`. The last one computed is usually the one commanded.
  struct Outlook {
    bool valid = false;
    JointVector qd;
    Pose X_BC;
    Jacobian J;
    Vector6 twist = Vector6::Zero();
  };

  JointVector q_, qd_;
  Pose X_BC_;
  Jacobian J_;
  Outlook ahead_;
  PostureGoal posture_;
  JointVector touch_;     // rad/s, m/s: change of qd in this cycle that a contact demands; empty: none
  JointVector z_;         // null-space part of qd
  JointVector bend_;      // rad/s, m/s: last change of the joint velocity by refine(), because the path is curved
  JointVector way_back_;  // joint direction out of a singularity, to the side that the arm came from
  Vector6 twist_ = Vector6::Zero();
  Vector6 previous_twist_ = Vector6::Zero();
  bool returning_ = false;  // return_to() is moving the joints
  DampedInverse inverse_;
  LimitReport report_;
};

}  // namespace limber
