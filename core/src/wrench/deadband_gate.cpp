#include "wrench/deadband_gate.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double kSlow = 5.0;  // s: time constant of the mean that noise is measured against
// Standard deviations above the threshold: exceeded by noise less than once in hours, with noise known to about 20 %.
constexpr double kCertainty = 7.0;
// Relative to the threshold: the noise assumed at first; and the time in s for which this assumption counts as data.
constexpr double kNoiseAtFirst = 1.0;
constexpr double kPrior = 0.1;
// In time constants of a mean: after this time its start at 0 no longer matters.
constexpr double kGateSettled = 3.0;
// A variance is averaged over this many time constants of its mean, at least over kLearn s.
constexpr double kLearnTimes = 20.0;
constexpr double kLearn = 1.0;
// A square above kOutlier times the variance is clipped: it may be the start of a push. The other two are relative to
// the threshold: deviations below kLeastGateNoise are never clipped, and noise above kMostNoise is not accepted (a
// shaken tool).
constexpr double kOutlier = 4.0;
constexpr double kLeastGateNoise = 0.1;
constexpr double kMostNoise = 1.1;

double share(double h, double time) noexcept { return h / (h + time); }

// Variance of a mean from that of single readings, for correlated noise (white noise would give less).
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
  // A push has ended when its mean over the last tenth of a second is below the threshold.
  const bool was_open = open_;
  const bool goes_on =
      mean_[0].norm() > threshold + margin(0) || mean_[1].norm() > threshold || mean_[2].norm() > threshold;
  open_ = was_open ? goes_on : beyond;
  if (was_open && !open_) mean_[2] = mean_[3] = mean_[1];  // removes the push from the noise estimate
  if (!open_) learn_noise(f, threshold, h);
  return open_;
}

// Starts from noise as large as the threshold. At first every cycle has equal weight, so lower noise is learnt quickly.
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
