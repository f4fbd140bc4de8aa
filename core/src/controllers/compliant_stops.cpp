// What a compliant controller does when it may not go as it would: at the robot's own pace, in its pauses, and after an
// overforce.
#include <algorithm>
#include <utility>

#include "limber/braking.hpp"
#include "limber/controllers/compliant_controller.hpp"

namespace limber {
namespace {

// m/s, the fastest retreat after an overforce.
constexpr double kRetreatSpeed = 0.05;

}  // namespace

// A robot at half its speed is led at no more than half the speed limits: it could not keep up with more.
void CompliantController::apply_limits() noexcept {
  limited_to_ = std::max(pace(), kStandingShare);
  JointBounds joints = settings_.joints;
  joints.velocity *= limited_to_;
  ToolBounds tool = settings_.tool;
  tool.linear_velocity *= limited_to_;
  tool.angular_velocity *= limited_to_;
  motion_.set_limits(joints, tool, settings_.singularity_threshold, settings_.singularity_damping);
}

// The command of a paused robot brakes like any other, in case the pause is none. When the robot goes on, it goes on
// from where it stands, which the command has to be told.
void CompliantController::follow_pace() noexcept {
  const bool stands = guard_.robot_stands();
  if (!stands && limited_to_ != pace()) apply_limits();
  if (stood_ && !stands) resume();
  stood_ = stands;
  if (!stands || !supervisor_.hold()) return;
  paused_ = true;
  tell(Event::Kind::kPaused, 0.0);
}

void CompliantController::resume() noexcept {
  motion_.start(guard_.q(), JointVector::Zero(guard_.q().size()));
  put_back();
  if (!std::exchange(paused_, false) || !supervisor_.run()) return;
  resumed();
  restart_law();
  tell(Event::Kind::kResumed, 0.0);
}

void CompliantController::retreat() noexcept {
  if (!motion_.at_rest() && retreat_left_ == settings_.supervisor.overforce_retreat) {
    motion_.brake(h_);
    return;
  }
  const double speed =
      std::min(kRetreatSpeed, braking_speed(retreat_left_, 0.5 * settings_.tool.linear_acceleration, h_));
  Pose target = motion_.X_BC();
  target.p += speed * h_ * retreat_direction_;
  motion_.lead(target, std::nullopt, h_);
  const double moved = retreat_direction_.dot(motion_.twist().head<3>()) * h_;
  retreat_left_ = moved > 0.0 && retreat_left_ > 1e-6 ? std::max(0.0, retreat_left_ - moved) : 0.0;
}

}  // namespace limber
