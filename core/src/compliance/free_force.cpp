#include "compliance/free_force.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// m: shorter pieces of the way are within the resolution of the joints.
constexpr double kLeastPiece = 30e-6;
// A piece is long enough if the force of a soft spring would exceed the noise of all axes by this factor.
constexpr double kPieceNoise = 2.0;
// A force this many times above the noise of all axes may be that of a contact; and it is, if it rises against the
// motion this many times more steeply than a soft spring.
constexpr double kAboveNoise = 2.0;
constexpr double kSteep = 2.0;
// s: a tool that moves less than a piece in this time rests, which shows nothing.
constexpr double kRests = 0.1;
constexpr double kLeaves = 0.5;
constexpr double kVariationTime = 0.5;  // s
constexpr double kShareTime = 0.33;     // s

}  // namespace

void FreeForce::step(const Vector6& F, const Vector6& moved, double soft, double noise, bool held, double h) noexcept {
  if (!std::exchange(begun_, true)) from_ = F;
  way_ += moved;
  sum_ += h * F;
  time_ += h;
  F_ = F;
  share_ += h / (h + kShareTime) * ((flies_ ? 1.0 : 0.0) - share_);
  const double rise = (F - free_).norm();
  if (!touching_ && rise > kAboveNoise * noise) {
    touching_ = true;
    rose_ = flies_ = false;
    direction_ = (F - free_) / rise;
    begin_piece(F);
  }
  if (touching_ && !rose_ && way_.dot(F - free_) < 0.0 &&
      (F - from_).dot(F - free_) > rise * (kAboveNoise * noise + kSteep * soft * way_.norm())) {
    rose_ = true;
    direction_ = (F - free_) / rise;
  }
  if (way_along() > std::max(kLeastPiece, kPieceNoise * noise / soft)) {
    // A tool that slides on a slope leaves the contact only if it moves along the force more than across it.
    if (!held && (!rose_ || way_along() > kLeaves * way_.norm())) judge(soft, noise);
  } else if (time_ < kRests) {
    return;
  } else {
    flies_ = false;
  }
  begin_piece(F);
}

void FreeForce::begin_piece(const Vector6& F) noexcept {
  from_ = F;
  way_.setZero();
  sum_.setZero();
  time_ = 0.0;
}

// m, of this piece: along the contact, once it was seen to be one.
double FreeForce::way_along() const noexcept { return rose_ ? std::abs(direction_.dot(way_)) : way_.norm(); }

void FreeForce::judge(double soft, double noise) noexcept {
  const Vector6 along = rose_ ? direction_ : Vector6(way_.normalized());
  if (std::abs(along.dot(F_ - from_)) < soft * way_along() + 0.5 * noise) {
    touching_ = rose_ = false;
    flies_ = true;
    free_ = sum_ / time_;
    const double share = time_ / (time_ + kVariationTime);
    mean_ += share * (free_ - mean_);
    power_ += share * ((free_ - mean_).squaredNorm() - power_);
  } else {
    if (!rose_) direction_ = along;
    touching_ = rose_ = true;
    flies_ = false;
  }
}

}  // namespace limber
