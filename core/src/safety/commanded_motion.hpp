// The motion the arm is told to make: joint positions and velocities that never leave their limits, and what the tool
// then does. Each cycle either leads the tool to a pose or brakes; both pass the same limits.
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
  // `arm` outlives this. `frame` is C on the tool.
  CommandedMotion(const Arm& arm, const Frame& frame, const LimitParameters& limits);

  // New limits or another C from the next cycle on; the motion goes on.
  void set_limits(const JointBounds& joints, const ToolBounds& tool, double singularity_threshold,
                  double singularity_damping) noexcept;
  void set_frame(const Frame& frame) noexcept;
  // Where joints go that the tool does not need.
  void set_posture(const PostureGoal& posture) noexcept { posture_ = posture; }

  // Starts from any position in any motion.
  void start(const JointVector& q, const JointVector& qd) noexcept;

  // Prepares the kinematics at the present command; false where there is none to be had.
  bool update_kinematics() noexcept;

  // One cycle of h seconds. lead(): C goes to X_BC, or as near as the limits allow; in a stop, with the joints'
  // decelerations.
  const LimitReport& lead(const Pose& X_BC, const std::optional<SpeedCap>& cap, double h,
                          Braking braking = Braking::kComfortable) noexcept;
  // The joints stop, all alike, at the acceleration limits: the tool's too, or as hard as the joints can. Those that
  // move to their posture while the tool stands stop without moving it.
  const LimitReport& brake(double h, Braking braking = Braking::kComfortable) noexcept;

  // The joints go to q and stand there.
  const LimitReport& return_to(const JointVector& q, double h) noexcept;

  // Continues from measured joints instead of the last command. One reading moves it by at most what the joints may
  // move in a cycle of h s: a wrong one is no place to go.
  void rebase(const JointVector& q, double h) noexcept;

  // What the joints need for `way` (m, rad in the base), their position limits left aside.
  JointTimes joint_times(const Vector6& way) const noexcept;
  // m/s², rad/s²: what the joints have for a stop on the way along a unit vector.
  double hardest_deceleration(const Vector6& way) const noexcept;
  // 0..1: how far joints at their position limits leave `way` open, in a cycle of h s. 0 if the tool would come nearer
  // to its end a hundred times slower than without the limits: then it does not follow the way, it creeps along a
  // limit.
  double openness(const Vector6& way, double h) const noexcept;

  const JointVector& q() const noexcept { return q_; }
  const JointVector& qd() const noexcept { return qd_; }  // mean over the last cycle
  const Pose& X_BC() const noexcept { return X_BC_; }
  const Vector6& twist() const noexcept { return twist_; }  // of C in the base, mean over the last cycle
  bool at_rest() const noexcept { return qd_.isZero(0.0); }
  const Frame& frame() const noexcept { return frame_; }
  const LimitReport& report() const noexcept { return report_; }
  const PostureGoal& posture() const noexcept { return posture_; }
  // rad/s, m/s: the part of the last cycle's joint velocities that did not move the tool.
  const JointVector& posture_velocity() const noexcept { return z_; }
  const JointBounds& joint_bounds() const noexcept { return joints_; }

 private:
  JointVector solve(const Vector6& twist, const PostureGoal& posture, const VelocityBox& box, double h) noexcept;
  bool solve_at_singularity(const Vector6& twist, double h, JointVector& qd) noexcept;
  std::optional<JointVector> refine(const JointVector& straight, const Vector6& twist, double h) noexcept;
  JointVector solve_past_limits(const Vector6& twist, JointVector qd, const VelocityBox& box,
                                LimitSet& reshaped) const noexcept;
  void look_ahead(const JointVector& qd, double h) noexcept;
  JointVector within_finite_speed(const JointVector& qd, const JointVector& acceleration, double h) noexcept;
  void move(const JointVector& wanted, double h, Braking braking) noexcept;
  void note_conflicts(const JointVector& previous_qd, const JointVector& acceleration, double h) noexcept;

  const Arm* arm_;
  Frame frame_;
  JointBounds joints_;
  ToolBounds tool_;
  double singularity_threshold_;  // σ as DampedInverse has it
  double singularity_damping_;

  // Where joint velocities held over this cycle lead. The last one looked at is usually the one taken.
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
  JointVector z_;     // what of qd is for the posture
  JointVector bend_;  // what the last cycle's joint velocity had beyond the inverse Jacobian's, the path being curved
  JointVector way_back_;  // out of a singularity, to the side that the arm came from
  Vector6 twist_ = Vector6::Zero();
  Vector6 previous_twist_ = Vector6::Zero();
  bool returning_ = false;  // return_to() is under way
  DampedInverse inverse_;
  LimitReport report_;
};

}  // namespace limber
