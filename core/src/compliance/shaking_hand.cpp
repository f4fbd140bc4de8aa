#include "compliance/shaking_hand.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// A hand: the force that the spring does not explain changes its sign repeatedly. If a wall is removed, it does not.
constexpr int kTurns = 3;
constexpr double kTrial = 1.0;  // s for these sign changes; later it may be a rough surface on which the tool slides
// And this fraction of the mean square of the oscillating force is not explained by the spring. For a wall, it is only
// the error of the stiffness.
constexpr double kUnexplained = 0.5;
// And this fraction of it remains with the damping on. (On a wall that vibrates, damping still ends the chatter.)
constexpr double kUndamped = 0.5;
// A hand that has not shaken for kHandGone s is gone. One that continues is tried again after kFirstTrust s, then after
// twice as long each time, up to kLongestTrust s; or if the mean square of its force is kHarder times as large.
constexpr double kHandGone = 1.0;
constexpr double kFirstTrust = 4.0, kLongestTrust = 60.0;
constexpr double kHarder = 4.0;

}  // namespace

void SpringTrial::begin(double force, double power) noexcept {
  *this = SpringTrial();
  left_ = kTrial;
  power_ = power;
  mean_ = force;
}

void SpringTrial::step(double force, double of_spring, double share, double least, double h) noexcept {
  left_ -= h;
  mean_ += share * (force - mean_);
  off_ += share * (force - of_spring - off_);
  const double swing = force - mean_, unexplained = force - of_spring - off_;
  swings_ += share * (swing * swing - swings_);
  unexplained_ += share * (unexplained * unexplained - unexplained_);
  if (std::abs(unexplained) < least || unexplained * side_ > 0.0) return;
  ++turns_;
  side_ = unexplained;
}

bool SpringTrial::shows_hand(double power, double least) const noexcept {
  return goes_on() && turns_ >= kTurns && swings_ > least * least && power > kUndamped * power_ &&
         unexplained_ > kUnexplained * swings_;
}

void ShakingHand::see(double power) noexcept {
  trust_ = trust_ > 0.0 ? std::min(2.0 * trust_, kLongestTrust) : kFirstTrust;
  stays_ = kHandGone;
  believed_ = 0.0;
  power_ = power;
  trial_due_ = false;
}

void ShakingHand::step(bool swings, double power, double h) noexcept {
  if (stays_ <= 0.0) return;
  stays_ = swings ? kHandGone : stays_ - h;
  if (stays_ <= 0.0) *this = ShakingHand();
  believed_ += h;
  trial_due_ = trial_due_ || believed_ > trust_ || power > kHarder * power_;
}

}  // namespace limber
