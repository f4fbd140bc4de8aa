#include "compliance/engaged_fixtures.hpp"

#include <algorithm>

namespace limber {

void EngagedFixtures::clear() noexcept {
  engaged_ = {};
  restarts_ = any_ = false;
}

// Returns the change of the potential: never more than rounding above zero.
double EngagedFixtures::replace(Engaged& engaged, const Fixture& wanted, const Vector3& p) const noexcept {
  const double before = engaged.share * limber::potential(engaged.whole, p);
  const double whole = limber::potential(wanted, p), kept = restarts_ ? 0.0 : std::min(before, whole);
  engaged = {wanted, whole > 0.0 ? kept / whole : 1.0};
  return kept - before;
}

EngagedFixtures::Cost EngagedFixtures::engage(const Vector3& p, double growth, EnergyTank& tank) noexcept {
  Cost cost;
  any_ = false;
  for (std::size_t i = 0; i < engaged_.size(); ++i) {
    Engaged& engaged = engaged_[i];
    if (restarts_ || engaged.whole != wanted_[i]) {
      const double released = -replace(engaged, wanted_[i], p);
      tank.take_in(released);
      cost.stored -= released;
    }
    if (engaged.whole.kind == FixtureKind::kNone) continue;
    any_ = true;
    if (engaged.share >= 1.0) continue;
    const double whole = limber::potential(engaged.whole, p);
    const double step = std::min(1.0 - engaged.share, growth);
    const double paid = whole > 0.0 ? tank.affordable(step * whole) : 1.0;
    engaged.share = whole > 0.0 ? engaged.share + paid * step : 1.0;
    if (!(whole > 0.0)) continue;
    tank.pay(paid * step * whole);
    cost.stored += paid * step * whole;
    cost.missing += (1.0 - paid) * step * whole;
  }
  restarts_ = false;
  return cost;
}

double EngagedFixtures::potential(const Vector3& p) const noexcept {
  double sum = 0.0;
  for (const Engaged& engaged : engaged_) sum += engaged.share * limber::potential(engaged.whole, p);
  return sum;
}

std::int64_t EngagedFixtures::acting(const Vector3& p) const noexcept {
  std::int64_t bits = 0;
  for (std::size_t i = 0; i < engaged_.size(); ++i) {
    if (engaged_[i].share > 0.0 && limber::potential(engaged_[i].whole, p) > 0.0) bits |= std::int64_t{1} << i;
  }
  return bits;
}

FixtureField EngagedFixtures::field(const Vector3& p_B, const Matrix3& R_BC) const noexcept {
  FixtureField field;
  for (const Engaged& engaged : engaged_) field.add(seen_from(scaled(engaged.whole, engaged.share), p_B, R_BC));
  return field;
}

}  // namespace limber
