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
constexpr int kSettled = 4;
constexpr double kUnexplainedShare = 0.3;
// m: smaller motions are within the resolution of the joint encoders and tell nothing about stiffness.
constexpr double kLeastWay = 10e-6;
// m/s: a tool that moves with the force faster than this is led by hand.
constexpr double kLeadSpeed = 1e-3;
// s in free space, after which the next touch counts as a first one. A hand that changes direction needs less.
constexpr double kFreeSpace = 0.1;
// To both sides: half a period.
constexpr int kBothSides = 2;

// s, or cycles: the short time of LocalSlope. With these weights a phase error of a fifth of a turn gives this squared
// correlation.
constexpr double kLocalTime = 0.008;
constexpr double kLocalCycles = 1.5;
constexpr double kLeastLocalCorrelation = 0.966;

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

double ContactProbe::LocalSlope::stiffness(double least) const noexcept {
  if (ff_ < least * least || ffxx_ < kLeastWay * kLeastWay * ff_ || fffx_ >= 0.0) return 0.0;
  return fffx_ * fffx_ > kLeastLocalCorrelation * ffff_ * ffxx_ ? -fffx_ / ffxx_ : 0.0;
}

void ContactProbe::leave(double h) noexcept {
  if (touching()) last_F_ = mean_F_;
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
  const bool pressed_in = F.dot(displacement) < 0.0 && F.dot(F - mean_F_) > 0.0;
  first_hit_ = first_touch_ && since_first_touch_ < 1.0 / t.frequency && pressed_in;
  if (cycles_ < kLeastCycles || !(first_hit_ || swings_ >= kBothSides)) return 0.0;
  const double FF = FF_.sum();
  const double least = std::max(t.swing * t.swing, kLeastShare * kLeastShare * mean_F_.squaredNorm());
  if (FF < least || xx_ < kLeastWay * kLeastWay) return local_.stiffness(t.swing);
  const double overall = Fx_ < 0.0 && Fx_ * Fx_ > kLeastCorrelation * FF * xx_ ? -Fx_ / xx_ : 0.0;
  return std::max(overall, local_.stiffness(t.swing));
}

bool ContactProbe::unexplained() const noexcept {
  if (!touching()) return free_cycles_ >= kSettled;
  return cycles_ >= kSettled && Fx_ * Fx_ < kUnexplainedShare * FF_.sum() * xx_;
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

void ContactProbe::step(const Vector6& F_C, const Vector6& displacement_C, bool driven, const ProbeThresholds& t,
                        double h) noexcept {
  const Vector6 F = force_at_lever(F_C), displacement = way_at_lever(displacement_C);
  swing_ = t.swing;
  local_.step(F, displacement, -std::expm1(-2.0 * std::numbers::pi * t.frequency * h), h);
  const double least = (touching() ? 0.5 : 1.0) * t.contact;
  if (F.squaredNorm() > least * least) {
    touch(F, displacement, driven, t.frequency, h);
    const bool back_again = cycles_ == 1 && swings_ > 0;
    count_swings(back_again ? F : Vector6(F - mean_F_), t.swing, 1.0 / t.frequency, h);
  } else {
    count_swings(-mean_F_, t.swing, 1.0 / t.frequency, h);
    leave(h);
  }
  const double along = mean_F_.dot(mean_v_);
  led_ = along > 0.0 && along > kLeadSpeed * mean_F_.norm();
  stiffness_ = touching() ? measure(F, displacement, t) : 0.0;
}

}  // namespace limber
