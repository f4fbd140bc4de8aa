#include "safety/servo_trust.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kWindow = 0.2;              // s
constexpr double kSettled = 6.0;             // time constants until the model has forgotten how it began
constexpr double kAtRest = 1e-3;             // rad/s, m/s
constexpr double kSmallestMotion = 2e-4;     // rad, m: encoders and friction explain less
constexpr double kGood = 0.35, kBad = 0.50;  // of the motion

double reached(double time, double time_constant) { return -std::expm1(-time / time_constant); }

}  // namespace

void ServoTrust::trust() noexcept {
  pause();
  share_ = 1.0;
  worst_ = 0.0;
  worst_joint_ = 0;
}

JointVector& ServoTrust::sent_before(int cycles) noexcept {
  const int size = static_cast<int>(sent_.size());
  return sent_[static_cast<std::size_t>((newest_ - cycles + size) % size)];
}

// As if it had followed this motion for long.
void ServoTrust::begin(const JointVector& sent, const JointVector& rate, const ToldServo& told, double h) noexcept {
  running_ = true;
  compared_ = false;
  told_ = told;
  settles_ = told.delay + kSettled * told.lag;
  since_ = rate.isZero(kAtRest) ? settles_ + kWindow : 0.0;  // an arm at rest is where its commands are
  newest_ = kLongest;
  for (int cycles = 0; cycles <= kLongest; ++cycles) sent_before(cycles) = sent - cycles * h * rate;
  model_ = sent + (0.5 * h - told.delay - told.lag) * rate;
  motion_ = off_ = JointVector::Zero(sent.size());
}

void ServoTrust::follow(const JointVector& sent, const JointVector& rate, const ToldServo& told, double h) noexcept {
  const double delay = told.delay / h;  // cycles
  if (!(told.lag > 0.0) || delay > kLongest - 1) return pause();
  if (!running_ || !(told == told_)) return begin(sent, rate, told, h);
  since_ += h;
  newest_ = (newest_ + 1) % (kLongest + 1);
  sent_before(0) = sent;
  const int whole = static_cast<int>(std::floor(delay + 1e-9));
  const double part = std::max(0.0, delay - whole);
  model_ += reached(part * h, told.lag) * (sent_before(whole + 1) - model_);
  model_ += reached((1.0 - part) * h, told.lag) * (sent_before(whole) - model_);
}

void ServoTrust::compare(const JointVector& measured, double h) noexcept {
  if (!running_ || since_ < settles_) return;
  const JointVector off = measured - model_;
  if (!compared_) {
    steady_ = model_;
    steady_off_ = off;
    compared_ = true;
  }
  const double slow = reached(h, told_.lag + told_.delay), fade = reached(h, kWindow);
  steady_ += slow * (model_ - steady_);
  steady_off_ += slow * (off - steady_off_);
  motion_ += fade * ((model_ - steady_).cwiseAbs2() - motion_);
  off_ += fade * ((off - steady_off_).cwiseAbs2() - off_);
  if (since_ < settles_ + kWindow) return;
  constexpr double kLeast = kSmallestMotion * kSmallestMotion;
  int joint = 0;
  const double ratio = std::sqrt(off_.cwiseQuotient(motion_.cwiseMax(kLeast)).maxCoeff(&joint));
  if (ratio <= worst_) return;
  worst_ = ratio;
  worst_joint_ = joint;
  share_ = std::min(share_, std::clamp((kBad - ratio) / (kBad - kGood), 0.0, 1.0));
}

}  // namespace limber
