#include "motion/stiffness_profile.hpp"

#include <algorithm>
#include <cmath>

namespace limber {

double profile_at(const std::vector<double>& profile, double s, double otherwise) noexcept {
  if (profile.empty()) return otherwise;
  const double last = static_cast<double>(profile.size() - 1);
  const double at = std::clamp(s, 0.0, 1.0) * last;
  const std::size_t before = std::min(static_cast<std::size_t>(at), profile.size() - 1);
  const std::size_t after = std::min(before + 1, profile.size() - 1);
  const double share = at - static_cast<double>(before);
  return profile[before] + share * (profile[after] - profile[before]);
}

ImpedanceGains gains_at_rest(const StiffnessParameters& p) noexcept {
  ImpedanceGains gains;
  gains.K << p.stiffness_homing, p.stiffness_rot;
  gains.D << p.damping_default, p.damping_rot;
  return gains;
}

ImpedanceGains gains_along(const StiffnessParameters& p, double s) noexcept {
  ImpedanceGains gains = gains_at_rest(p);
  gains.K[0] = profile_at(p.stiffness_x, s, gains.K[0]);
  gains.K[1] = profile_at(p.stiffness_y, s, gains.K[1]);
  gains.K[2] = profile_at(p.stiffness_z, s, gains.K[2]);
  gains.D[0] = profile_at(p.damping_x, s, gains.D[0]);
  gains.D[1] = profile_at(p.damping_y, s, gains.D[1]);
  gains.D[2] = profile_at(p.damping_z, s, gains.D[2]);
  return gains;
}

Vector6 rate_limited(const Vector6& from, const Vector6& wanted, double rate, double h) noexcept {
  const Vector6 most = Vector6::Constant(rate * h);
  return from + (wanted - from).cwiseMax(-most).cwiseMin(most);
}

}  // namespace limber
