#include "wrench/steady_force.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// s: not a whole second, because a hand that swings at 1 Hz would then give equal means.
constexpr double kPiece = 0.7;
constexpr int kSteadyPieces = 15;
constexpr double kVaries = 0.04;  // relative to the force: allowed difference of a piece's mean
// Relative to the scatter of single readings: possible error of a piece's mean. A piece has some hundred readings,
// correlated by the filter, on three axes.
constexpr double kNoiseOfPiece = 0.2;
constexpr double kAnother = 0.2;  // relative to the force: a larger difference means another force

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
