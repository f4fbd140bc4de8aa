// Limits of a press.
#include "controllers/press_watch.hpp"

#include <algorithm>

namespace limber {
namespace {

// Shares of the control force: kContactShare must be felt to find a contact; kLastingShare, in the mean over kMean, to
// keep it. On a surface that falls away, the damper takes most of the press and little acts on the surface.
constexpr double kLeastPress = 0.05;  // N: the end of a ramp to 0
constexpr double kContactShare = 0.2;
constexpr double kLastingShare = 0.1;
constexpr double kMean = 0.03;  // s
// A contact is found if the mean is also above this many standard deviations of the noise. Behind a low-pass of 20 ms
// or less, the mean of noise has at most 0.65 of its standard deviation. A smaller press shows no loss.
constexpr double kBeyondNoise = 4.0;
// Standard deviations: what was there before the press counts as gone only as far as noise does not explain it, or the
// least of it in a long time would count.
constexpr double kGoneNoise = 2.0;
// Cosine: a press that goes on in its contact presses along nearly the same direction.
constexpr double kPressesAlike = 0.9;
// If the mean was above this share when the tool came off, it has bounced; otherwise the surface falls away.
constexpr double kBounceShare = 0.3;
// s: a force felt for less than kFoundAfter is noise. A contact felt again within kLostAfter was not lost: the tool
// bounced.
constexpr double kFoundAfter = 0.02;
constexpr double kLostAfter = 0.1;
// m/s²: the speed limit rises at this rate while a surface falls away, until the contact is lost.
constexpr double kFallsAway = 0.5;
// The cap limits the approach; a tool faster than this many times the approach speed is driven by something else.
constexpr double kRunaway = 2.0;
// Share of the tool's acceleration: a tool that is too fast when a press begins must brake at least this hard.
constexpr double kLeastBraking = 0.25;

}  // namespace

void PressWatch::feel(double felt, double force, double speed, double h) noexcept {
  mean_felt_ += h / (h + kMean) * (felt - mean_felt_);
  felt_for_ = felt > kContactShare * force ? felt_for_ + h : 0.0;
  if (off_for_ == 0.0) bounced_ = mean_felt_ > kBounceShare * force;
  off_for_ = felt > kLastingShare * force ? 0.0 : off_for_ + h;
  const double noise = kBeyondNoise * noise_.of_each(3);
  const bool lasts = felt_for_ > 0.0 || mean_felt_ > kLastingShare * force || force < noise;
  unfelt_for_ = lasts ? 0.0 : unfelt_for_ + h;
  lost_ = in_contact_ && unfelt_for_ > kLostAfter;
  in_contact_ = (felt_for_ > kFoundAfter && mean_felt_ > noise) || (in_contact_ && !lost_);
  follows_ = in_contact_ ? follows_ + h / (h + kLostAfter) * (speed - follows_) : 0.0;
  if (off_for_ == 0.0) touched_at_ = speed;
}

double PressWatch::against(double felt, double mass, double speed, double h) noexcept {
  const double share = h / (h + kMean);
  if (!pressing_) {
    before_ = felt;
    level_ = left_ && direction_.dot(left_->direction) > kPressesAlike ? left_->level : felt;
    last_speed_ = speed;
    left_.reset();
  }
  pressing_ = true;
  before_ += share * (felt - before_);
  level_ = std::clamp(before_ + kGoneNoise * noise_.of_each(3), 0.0, std::max(0.0, level_));
  rises_ += share * ((speed - last_speed_) / h - rises_);
  last_speed_ = speed;
  return felt - level_ - mass * std::max(0.0, rises_);
}

void PressWatch::reset() noexcept {
  const WrenchNoise noise = noise_;
  const std::optional<LeftContact> left = in_contact_ ? LeftContact{direction_, level_} : left_;
  *this = PressWatch();
  noise_ = noise;
  left_ = left;
}

Fault PressWatch::step(const Vector3& control_B, const Vector3& external_B, const Vector3& v_B, const Vector3& v_R_B,
                       const SupervisorParameters& parameters, const Tool& tool, double h, double time) noexcept {
  const double force = control_B.norm();
  Vector6 wrench = Vector6::Zero();
  wrench.head<3>() = external_B;
  noise_.step(wrench, tool.filter_time_constant, !in_contact_, h);
  if (force < kLeastPress) {
    reset();
    const double least = left_ ? left_->level + kBeyondNoise * noise_.of_each(3) : 0.0;
    if (left_ && -left_->direction.dot(external_B) < least) left_.reset();
    return {};
  }
  const Vector3 direction = control_B / force;
  if (direction.dot(direction_) < 0.0) reset();  // another press
  direction_ = direction;
  // A reference that moves in the same direction carries the tool along; only the speed beyond that is the approach.
  const double led = std::max(0.0, direction.dot(v_R_B));
  const double speed = direction.dot(v_B) - led;
  const double felt = against(-direction.dot(external_B), tool.mass, speed, h);
  brakes_from_ = cap_ ? brakes_from_ - kLeastBraking * tool.braking * h : speed;
  feel(felt, force, speed, h);
  if (lost_) brakes_from_ = speed;
  if (in_contact_) {
    // After a bounce the tool comes back no faster than it followed the surface. If the surface falls away, the tool
    // follows it.
    cap_.reset();
    if (off_for_ > 0.0) {
      double fastest = std::max(follows_, parameters.press_approach_speed);
      if (!bounced_) fastest = std::max(fastest, touched_at_) + kFallsAway * off_for_;
      cap_ = SpeedCap{direction, led + fastest};
    }
    travel_ = 0.0;
    return {};
  }
  cap_ = SpeedCap{direction, led + parameters.press_approach_speed};
  travel_ = felt_for_ > 0.0 ? 0.0 : travel_ + std::max(0.0, speed) * h;
  if (travel_ > parameters.press_max_travel) {
    return {FaultCode::kLostContact, travel_, parameters.press_max_travel, 0, time};
  }
  const double fastest = std::max(kRunaway * parameters.press_approach_speed, brakes_from_);
  if (speed > fastest) return {FaultCode::kLostContact, speed, fastest, 1, time};
  return {};
}

}  // namespace limber
