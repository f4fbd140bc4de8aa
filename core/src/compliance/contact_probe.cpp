// Force against position in a moving window, and when it counts.
#include "compliance/contact_probe.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {
namespace {

// Squared correlation of force and position. A hand that shakes a mass has a phase error of a fifth of a turn.
constexpr double kLeastCorrelation = 0.9;
// Force above the frequency relative to the force below it.
constexpr double kLeastShare = 0.05;
constexpr int kLeastCycles = 3;
// Excludes the edges of a bounce; the correlation excludes the bounce itself.
constexpr int kSettledCycles = 4;
constexpr double kUnexplainedShare = 0.3;
// m: smaller motions are within the resolution of the joint encoders and tell nothing about stiffness.
constexpr double kLeastWay = 10e-6;
// m/s: a tool that moves with the force faster than this is led by hand.
constexpr double kLeadSpeed = 1e-3;
// s in free space, after which the next touch counts as a first one. A hand that changes direction needs less.
constexpr double kFreeSpace = 0.1;
constexpr double kFlight = 0.01;        // s: a shorter break is noise
constexpr double kComesBack = 1.0;      // s
constexpr double kSamePlace = 2e-3;     // m
constexpr double kSameDirection = 0.8;  // cosine
// To both sides: half a period.
constexpr int kBothSides = 2;
// Periods of the frequency within which a swing goes to the other side.
constexpr double kSwingPeriods = 2.0;

// s, or cycles: the short time of LocalSlope. With these weights a phase error of a fifth of a turn gives this squared
// correlation.
constexpr double kLocalTime = 0.008;
constexpr double kLocalCycles = 1.5;
// More than the swing that counts elsewhere, because noise makes a spring look stiffer here.
constexpr double kLocalSwing = 2.0;
constexpr double kLeastLocalCorrelation = 0.9;
constexpr double kExact = 0.97;

}  // namespace

void ContactProbe::LocalSlope::step(const Vector6& F, const Vector6& displacement, double share, double h) noexcept {
  age_ += h;
  const double local = std::max(-std::expm1(-h / std::max(kLocalTime, kLocalCycles * h)), h / age_);
  const Vector6 f = F - mean_F_;
  x_ += displacement;
  const double fx = f.dot(x_), ff = f.squaredNorm();
  ff_ = (1.0 - share) * (ff_ + share * ff);
  ffff_ = (1.0 - share) * (ffff_ + share * ff * ff);
  fffx_ = (1.0 - share) * (fffx_ + share * ff * fx);
  ffxx_ = (1.0 - share) * (ffxx_ + share * fx * fx);
  mean_F_ += local * f;
  x_ -= local * x_;
}

double ContactProbe::LocalSlope::stiffness(double least, double correlation) const noexcept {
  if (ff_ < least * least || ffxx_ < kLeastWay * kLeastWay * ff_ || fffx_ >= 0.0) return 0.0;
  return fffx_ * fffx_ > correlation * ffff_ * ffxx_ ? -fffx_ / ffxx_ : 0.0;
}

void ContactProbe::leave(double h) noexcept {
  if (touching()) last_F_ = mean_force();
  free_for_ += h;
  ++free_cycles_;
  age_ = 0.0;
  cycles_ = 0;
  mean_F_.setZero();
  mean_v_.setZero();
  x_.setZero();
  along_.setZero();
  FF_.setZero();
  Fx_ = xx_ = 0.0;
}

void ContactProbe::touch(const Vector6& F, const Vector6& displacement, bool driven, double frequency,
                         double h) noexcept {
  if (free_for_ > kFreeSpace) {
    first_touch_ = driven;
    since_first_touch_ = 0.0;
  }
  if (free_for_ > kFlight) land(F - free_);
  free_for_ = 0.0;
  free_cycles_ = 0;
  since_first_touch_ += h;
  age_ += h;
  ++cycles_;
  // Until the window is full, every cycle has equal weight.
  const double share = std::max(-std::expm1(-2.0 * std::numbers::pi * frequency * h), h / age_);
  const Vector6 f = F - mean_F_;
  x_ += displacement;
  const double fx = f.dot(x_);
  const double ff = f.squaredNorm();
  FF_ = (1.0 - share) * (FF_ + share * f.cwiseAbs2());
  Fx_ = (1.0 - share) * (Fx_ + share * fx);
  xx_ = (1.0 - share) * (xx_ + (ff > 0.0 ? share * fx * fx / ff : 0.0));
  along_ = (1.0 - share) * (along_ + (f.dot(along_) < 0.0 ? -share : share) * std::sqrt(ff) * f);
  mean_F_ += share * f;
  x_ -= share * x_;
  mean_v_ += share * (displacement / h - mean_v_);
}

// A wall stays where it is; a hand that stops a tool and pushes it back does so anywhere.
void ContactProbe::land(const Vector6& F) noexcept {
  const Vector6 direction = F / F.norm();
  const bool same = direction.dot(landing_) > kSameDirection && std::abs(direction.dot(way_)) < kSamePlace;
  landings_ = same && free_for_ < kComesBack ? landings_ + 1 : 0;
  landing_ = direction;
  way_.setZero();
}

void ContactProbe::count_swings(const Vector6& f, double least, double period, double h) noexcept {
  since_swing_ += h;
  // A surface only pushes: a force that vanishes and then pulls is a hand.
  const bool turned_round = cycles_ == 1 && f.dot(last_F_) < 0.0;
  if (since_swing_ > period || turned_round) {
    swings_ = 0;
    side_.setZero();
  }
  if (f.squaredNorm() < least * least || f.dot(side_) > 0.0) return;
  ++swings_;
  side_ = f;
  since_swing_ = 0.0;
}

double ContactProbe::measure(const Vector6& F, const Vector6& displacement, const ProbeThresholds& t) noexcept {
  const bool pressed_in = F.dot(displacement) < 0.0 && F.dot(F - mean_force()) > 0.0;
  first_hit_ = first_touch_ && since_first_touch_ < 1.0 / t.frequency && pressed_in;
  if (cycles_ < kLeastCycles || !(first_hit_ || swings_ >= kBothSides)) return 0.0;
  const double FF = FF_.sum();
  const double least = std::max(t.swing * t.swing, kLeastShare * kLeastShare * mean_force().squaredNorm());
  if (FF < least || xx_ < kLeastWay * kLeastWay) return local_.stiffness(kLocalSwing * t.swing, kLeastLocalCorrelation);
  const double overall = Fx_ < 0.0 && Fx_ * Fx_ > kLeastCorrelation * FF * xx_ ? -Fx_ / xx_ : 0.0;
  return std::max(overall, local_.stiffness(kLocalSwing * t.swing, kLeastLocalCorrelation));
}

bool ContactProbe::unexplained() const noexcept {
  if (!touching()) return free_cycles_ >= kSettledCycles;
  return cycles_ >= kSettledCycles && Fx_ * Fx_ < kUnexplainedShare * FF_.sum() * xx_;
}

Vector6 ContactProbe::shares() const noexcept {
  const double all = FF_.sum();
  return (FF_.array() > swing_ * swing_).select(FF_ / (all > 0.0 ? all : 1.0), 0.0);
}

Vector6 ContactProbe::direction() const noexcept {
  const Vector6 n = (FF_.array() > swing_ * swing_).select(along_, 0.0);
  const double size = n.norm();
  return size > 0.0 ? Vector6(n / size) : n;
}

void ContactProbe::step(const Vector6& F_felt, const Vector6& free, const Vector6& displacement, bool driven,
                        const ProbeThresholds& t, double h) noexcept {
  const Vector6 F = F_felt - free;
  swing_ = t.swing;
  free_ = free;
  way_ += displacement;
  local_.step(F_felt, displacement, -std::expm1(-2.0 * std::numbers::pi * t.frequency * h), h);
  const double least = (touching() ? 0.5 : 1.0) * t.contact;
  if (F.squaredNorm() > least * least) {
    touch(F_felt, displacement, driven, t.frequency, h);
    const bool back_again = cycles_ == 1 && swings_ > 0;
    count_swings(back_again ? F : Vector6(F - mean_force()), t.swing, kSwingPeriods / t.frequency, h);
  } else {
    count_swings(-mean_force(), t.swing, kSwingPeriods / t.frequency, h);
    leave(h);
  }
  const Vector6 mean = mean_force();
  const double along = mean.dot(mean_v_);
  led_ = along > 0.0 && along > kLeadSpeed * mean.norm();
  stiffness_ = touching() ? measure(F, displacement, t) : 0.0;
  exact_ = stiffness_ > 0.0 &&
           (Fx_ * Fx_ > kExact * FF_.sum() * xx_ || local_.stiffness(kLocalSwing * t.swing, kExact) > 0.0);
}

}  // namespace limber
