#include "compliance/paid_gains.hpp"

#include "motion/stiffness_profile.hpp"

namespace limber {

void PaidGains::start(const ImpedanceGains& gains, const TankParameters& tank) noexcept {
  gains_ = gains;
  gains_.K.setZero();
  tank_.fill(tank);
}

void PaidGains::begin_cycle(double dissipated) noexcept {
  tank_.begin_cycle();
  tank_.take_in(dissipated);
}

void PaidGains::step(const ImpedanceGains& wanted, double rise_rate, const Vector6& e, double acting,
                     double h) noexcept {
  gains_.D = rate_limited(gains_.D, wanted.D, kDampingShare * rise_rate, h);
  const Vector6 next = rate_limited(gains_.K, wanted.K, rise_rate, h);
  waits_ = false;
  for (int i = 0; i < 6; ++i) {
    const double change = next[i] - gains_.K[i];
    const double cost = 0.5 * e[i] * e[i] * change;
    if (cost <= 0.0) {
      gains_.K[i] = next[i];
      tank_.take_in(-cost * acting);
      continue;
    }
    const double share = tank_.affordable(cost);
    waits_ = waits_ || share < 1.0;
    gains_.K[i] += share * change;
    tank_.pay(share * cost);
  }
}

}  // namespace limber
