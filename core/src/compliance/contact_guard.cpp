// How much damping a contact needs, and how it comes and goes.
#include "limber/compliance/contact_guard.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// A contact with less gain margin than this is about to chatter. damping_for_wall() asks for 2, so that a loop which
// was laid out for its wall is left alone.
constexpr double kGainMargin = 1.5;
// An axis that adds less than this to what the tool yields along the contact is left as it is.
constexpr double kLeastPart = 0.05;
// What is less than a hundredth of the damping there is, is nothing; and so is 0.1 N s/m.
constexpr double kWorthwhileChange = 0.01;
constexpr double kLeastDamping = 0.1;

// N s/m for N m s/rad, kg for kg m²: rotation at the probe's lever.
const Vector6 kAtLever = (Vector6() << 1, 1, 1, kContactLever, kContactLever, kContactLever).finished().cwiseAbs2();

double stiffest_wall(double mass, double damping, double lag, double filter) noexcept {
  return damping > 0.0 ? damping * (1.0 / lag + 1.0 / (filter + mass / damping)) : 0.0;
}

double damping_against(double stiffness, double mass, double lag) noexcept {
  const double half = stiffness * lag;
  return half + std::sqrt(half * half + 2.0 * stiffness * mass);
}

}  // namespace

// The wrench is the mean over a cycle and then filtered; a position compared with it must be too.
Vector6 ContactGuard::filtered(const Vector6& displacement, double time_constant, double h) noexcept {
  behind_ += 0.5 * (displacement + last_displacement_);
  last_displacement_ = displacement;
  const Vector6 moved = (time_constant > 0.0 ? -std::expm1(-h / time_constant) : 1.0) * behind_;
  behind_ -= moved;
  return moved;
}

// True where this is a contact to be guarded.
bool ContactGuard::raise(const GuardedLoop& loop, const ContactGuardParameters& p, double h) noexcept {
  const double stiffness = probe_.stiffness();
  if (stiffness <= p.min_stiffness) return false;
  const double filter = loop.filter_time_constant + h;  // sampled and held: half a cycle each
  const Vector6 n2 = probe_.shares();
  const Vector6 own = loop.damping.cwiseQuotient(kAtLever);
  const double mass = 1.0 / n2.cwiseProduct(kAtLever).cwiseQuotient(loop.mass).sum();
  const double damping = 1.0 / n2.cwiseQuotient(own).sum();
  if (!(kGainMargin * stiffness > stiffest_wall(mass, damping, p.lag, filter))) return false;
  const double needed = damping_against(stiffness, mass, p.lag + filter);
  for (int i = 0; i < 6; ++i) {
    if (n2[i] * needed < kLeastPart * own[i]) continue;
    level_[i] = std::max(level_[i], kAtLever[i] * std::min(needed - own[i], p.max_damping));
  }
  return true;
}

void ContactGuard::release(const GuardedLoop& loop, double release_time, double h) noexcept {
  level_ *= std::exp(-h / release_time);
  const Vector6 least = kWorthwhileChange * loop.damping + kLeastDamping * kAtLever;
  level_ = (level_.array() < least.array()).select(0.0, level_);
}

const Vector6& ContactGuard::step(const Vector6& F, const Vector6& displacement, const GuardedLoop& loop,
                                  const ContactGuardParameters& p, double h) noexcept {
  if (!p.enabled) {
    reset();
    return damping_;
  }
  Eigen::Index most = 0;
  F.cwiseAbs2().cwiseQuotient(kAtLever).maxCoeff(&most);
  probe_.step(F, filtered(displacement, loop.filter_time_constant, h), loop.driven[static_cast<std::size_t>(most)],
              {p.frequency, p.min_force + loop.free_force, 0.5 * p.min_force}, h);
  const bool raised = raise(loop, p, h);
  if (!raised && (!probe_.touching() || probe_.led()) && !level_.isZero(0.0)) release(loop, p.release_time, h);
  for (int i = 0; i < 6; ++i) {
    if (level_[i] == 0.0 || std::abs(level_[i] - damping_[i]) > kWorthwhileChange * damping_[i])
      damping_[i] = level_[i];
  }
  return damping_;
}

}  // namespace limber
