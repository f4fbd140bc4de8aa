#include "wrench/steady_force.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// s: no whole second, in which a hand that swings at 1 Hz would have the same mean over and over.
constexpr double kPiece = 0.7;
constexpr int kSteadyPieces = 15;
constexpr double kVaries = 0.04;  // of the force: what a piece's mean may differ by
// Of the scatter of single readings, what the mean of a piece may be off by: they are some hundred, correlated by the
// filter, and three axes are looked at.
constexpr double kNoiseOfPiece = 0.2;
constexpr double kAnother = 0.2;  // of the force: what another one differs by

}  // namespace

void SteadyForce::begin_piece() noexcept {
  sum_.setZero();
  squares_ = piece_ = 0.0;
}

void SteadyForce::interrupt() noexcept {
  begin_piece();
  pieces_ = 0;
}

bool SteadyForce::step(const Vector3& f, double h) noexcept {
  sum_ += h * f;
  squares_ += h * f.squaredNorm();
  piece_ += h;
  if (piece_ < kPiece) return false;
  const Vector3 mean = sum_ / piece_;
  noise_ = kNoiseOfPiece * std::sqrt(std::max(0.0, squares_ / piece_ - mean.squaredNorm()));
  begin_piece();
  if ((mean - mean_).norm() > kVaries * mean.norm() + noise_) pieces_ = 0;
  ++pieces_;
  mean_ += (mean - mean_) / pieces_;
  return pieces_ == kSteadyPieces;
}

bool SteadyForce::is_news() noexcept {
  if ((mean_ - told_).norm() < kAnother * mean_.norm()) return false;
  told_ = mean_;
  return true;
}

}  // namespace limber
