#include "compliance/wrench_noise.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// The square of noise on six axes is rarely more than this many times its mean.
constexpr double kRareNoise = 4.0;
// s: time constant of learning the noise. A step is limited to kNoiseStep times the known noise plus kLeastNoise N²,
// because an impact is not noise.
constexpr double kNoiseTime = 1.0;
constexpr double kNoiseStep = 9.0;
constexpr double kLeastNoise = 0.01;
constexpr double kMostAlike = 0.9999;  // limit of the correlation of successive readings behind a low-pass

}  // namespace

void WrenchNoise::step(const Vector6& force, double filter_time_constant, bool is_noise, double h) noexcept {
  // The correlation of successive cycles for white noise behind a first-order low-pass.
  const double alike = std::min(kMostAlike, filter_time_constant > 0.0 ? std::exp(-h / filter_time_constant) : 0.0);
  if (!std::exchange(begun_, true)) last_ = before_ = force;
  const double off_the_line = (force - 2.0 * last_ + before_).squaredNorm();
  const double power = off_the_line / (2.0 * (1.0 - alike) * (3.0 - alike));
  before_ = last_;
  last_ = force;
  const double share = std::min(1.0, std::max(h / kNoiseTime, h / (age_ += h)));
  const double most = is_noise ? kNoiseStep * power_ + kLeastNoise : power_;
  power_ += share * (std::min(power, most) - power_);
}

double WrenchNoise::beyond(double least) const noexcept { return std::sqrt(least * least + kRareNoise * power_); }

}  // namespace limber
