#include "wrench/deadband_gate.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kSlow = 5.0;  // s: of the mean that counts as no noise
// Standard deviations beyond the threshold: not once in hours, and noise is known to some 20 % only.
constexpr double kCertainty = 7.0;
// Of the threshold: the noise that is expected before any was seen, and for how long (s) that counts as if it had been.
constexpr double kNoiseAtFirst = 1.0;
constexpr double kPrior = 0.1;
// Times that a mean is over: then it has forgotten that it began at 0.
constexpr double kGateSettled = 3.0;
// A variance is taken over this many times what its mean is, and no less than kLearn s.
constexpr double kLearnTimes = 20.0;
constexpr double kLearn = 1.0;
// What is so many times the variance is a push that begins, and counts as that; of the threshold, what never is one;
// and the most that noise may be: a tool that is shaken is no noise.
constexpr double kOutlier = 4.0;
constexpr double kLeastGateNoise = 0.1;
constexpr double kMostNoise = 1.1;

double share(double h, double time) noexcept { return h / (h + time); }

// Of the variance of single readings, that of a mean: of noise that is correlated, not white.
double variance_of_mean(double of_readings, double h, double time) noexcept {
  return of_readings * std::sqrt(share(h, time));
}

}  // namespace

double DeadbandGate::margin(std::size_t i) const noexcept { return kCertainty * std::sqrt(variance_[i]); }

bool DeadbandGate::step(const Vector3& f, double threshold, double h) noexcept {
  if (threshold == 0.0) {
    reset();
    return open_ = true;
  }
  if (!started_) {
    started_ = true;
    mean_.fill(Vector3::Zero());
    const double noise = kNoiseAtFirst * threshold;
    for (std::size_t i = 0; i < kTimes.size(); ++i) variance_[i] = variance_of_mean(noise * noise, h, kTimes[i]);
  }
  bool beyond = false;
  for (std::size_t i = 0; i < kTimes.size(); ++i) {
    mean_[i] += share(h, kTimes[i]) * (f - mean_[i]);
    beyond = beyond || mean_[i].norm() > threshold + margin(i);
  }
  // A push that is over is short of the threshold in the mean of its last tenth of a second.
  const bool was_open = open_;
  const bool goes_on =
      mean_[0].norm() > threshold + margin(0) || mean_[1].norm() > threshold || mean_[2].norm() > threshold;
  open_ = was_open ? goes_on : beyond;
  if (was_open && !open_) mean_[2] = mean_[3] = mean_[1];  // the push is no noise
  if (!open_) learn_noise(f, threshold, h);
  return open_;
}

// It begins with as much noise as a threshold can stand. Every cycle counts alike until the time is over that a
// variance is taken over, so that less noise is soon known.
void DeadbandGate::learn_noise(const Vector3& f, double threshold, double h) noexcept {
  learnt_for_ += h;
  slow_ += std::max(share(h, kSlow), h / learnt_for_) * (f - slow_);
  for (std::size_t i = 0; i < kTimes.size(); ++i) {
    const double seen_for = learnt_for_ - kGateSettled * kTimes[i];
    if (seen_for < 0.0) {
      variance_[i] = std::min(variance_[i], variance_of_mean(variance_[0], h, kTimes[i]));
      continue;
    }
    const double least = kLeastGateNoise * threshold, most = kMostNoise * threshold;
    const double noise = std::max(kOutlier * variance_[i], least * least);
    const double varies = std::min(noise, (mean_[i] - slow_).squaredNorm() / 3.0);
    const double learning = std::min(kPrior + seen_for, std::max(kLearn, kLearnTimes * kTimes[i]));
    variance_[i] += share(h, learning) * (varies - variance_[i]);
    variance_[i] = std::min(variance_[i], variance_of_mean(most * most, h, kTimes[i]));
  }
}

}  // namespace limber
