// Payment for changes, and the energy account of a cycle.
#include "compliance/passive_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/so3.hpp"

namespace limber {
namespace {

// Bisection finds the affordable fraction of a rotation of the axes, to 1/2048.
constexpr int kHalvings = 12;
// Smaller fractions are not worth new coefficients; they wait until more energy has come in.
constexpr double kLeastPaidShare = 1e-6;

// Energies that agree to rounding are equal.
double cost_of(double before, double after) noexcept {
  const double cost = after - before;
  return std::abs(cost) <= 4.0 * std::numeric_limits<double>::epsilon() * (before + after) ? 0.0 : cost;
}

Vector6 displacement(const Offset& from, const Offset& to) noexcept {
  Vector6 result;
  result << to.p - from.p, log_so3(to.q * from.q.conjugate());
  return result;
}

// ½ x_i² ΔA_ii per axis if diagonal; otherwise ½ xᵀ ΔA x as the first element.
Vector6 costs_by_part(const Vector6& x, const Matrix6& change, bool diagonal) noexcept {
  if (diagonal) return 0.5 * x.cwiseProduct(change.diagonal()).cwiseProduct(x);
  return 0.5 * x.dot(change * x) * Vector6::Unit(0);
}

// A + ΔA if it costs nothing, otherwise A + share ΔA; per axis if diagonal, otherwise as a whole.
Matrix6 part_of_change(const Matrix6& A, const Matrix6& change, const Vector6& costs, double share,
                       bool diagonal) noexcept {
  if (!diagonal) return A + (costs[0] > 0.0 ? share : 1.0) * change;
  Matrix6 result = A;
  for (int i = 0; i < 6; ++i) result(i, i) += (costs[i] > 0.0 ? share : 1.0) * change(i, i);
  return result;
}

}  // namespace

void PassiveLaw::start(const TankParameters& tank, const Dynamics& dynamics, const Matrix3& R_BC) noexcept {
  law_.set_dynamics(dynamics);
  changing_ = false;
  R_BC_ = R_BC;
  tank_.fill(tank);
  account_ = EnergyAccount();
  fixtures_.clear();
}

void PassiveLaw::want(const Dynamics& wanted) noexcept {
  wanted_ = wanted;
  changing_ = true;
}

// In the base.
Vector3 PassiveLaw::control_point(const VirtualBody& body) const noexcept {
  return p_R_B_ + body.offset_in(Matrix3::Identity()).p;
}

double PassiveLaw::fixture_energy(const VirtualBody& body) const noexcept {
  return fixtures_.any() ? fixtures_.potential(control_point(body)) : 0.0;
}

double PassiveLaw::energy_of(const VirtualBody& body) const noexcept {
  return stored_energy(dynamics(), body.offset_in(R_BC_)) + fixture_energy(body);
}

void PassiveLaw::open(const VirtualBody& body) noexcept {
  const double last = account_.stored;
  reopen(body);
  account_.reference += account_.stored - last;
}

void PassiveLaw::reopen(const VirtualBody& body) noexcept {
  tank_.begin_cycle();
  account_.fixtures = fixture_energy(body);
  account_.stored = energy_of(body);
  account_.missing = 0.0;
  account_.waits = WaitSet();
}

void PassiveLaw::settle(double cost) noexcept {
  account_.stored += cost;
  if (cost > 0.0) {
    tank_.pay(cost);
  } else {
    tank_.take_in(-cost);
  }
}

void PassiveLaw::turn(const Matrix3& R_BC, const VirtualBody& body) noexcept {
  if (R_BC == R_BC_) return;
  const auto cost_in = [&](const Matrix3& axes) {
    return cost_of(own_energy(), stored_energy(dynamics(), body.offset_in(axes)));
  };
  const double whole = cost_in(R_BC);
  if (tank_.affordable(whole) >= 1.0) {
    R_BC_ = R_BC;
    settle(whole);
    return;
  }
  const Vector3 way = log_so3(Matrix3(R_BC_.transpose() * R_BC));
  const Matrix3 from = R_BC_;
  double share = 0.0, paid = 0.0;
  for (double step = 0.5; step > std::ldexp(1.0, -kHalvings); step *= 0.5) {
    const Matrix3 axes = from * exp_so3((share + step) * way).toRotationMatrix();
    const double cost = cost_in(axes);
    if (tank_.affordable(cost) < 1.0) continue;
    share += step;
    paid = cost;
    R_BC_ = axes;
  }
  settle(paid);
  account_.waits.bits |= WaitSet::kAxes;
  account_.missing += whole - paid;
}

void PassiveLaw::change(const VirtualBody& body) noexcept {
  if (!changing_) return;
  const Offset offset = body.offset_in(R_BC_);
  const double cost = cost_of(own_energy(), stored_energy(wanted_, offset));
  if (tank_.affordable(cost) < 1.0) return change_in_parts(offset);
  law_.set_dynamics(wanted_);
  settle(cost);
  changing_ = false;
}

// Changes that release energy are applied first and completely; the others share the available energy.
void PassiveLaw::change_in_parts(const Offset& offset) noexcept {
  const Dynamics& now = dynamics();
  const bool diagonal = now.form == Dynamics::Form::kDiagonal && wanted_.form == Dynamics::Form::kDiagonal;
  const Matrix6 dM = wanted_.M - now.M, dK = wanted_.K - now.K;
  const Vector6 mass_costs = costs_by_part(offset.velocity, dM, diagonal);
  const Vector6 stiffness_costs = costs_by_part(offset.error(), dK, diagonal);
  const double released = -mass_costs.cwiseMin(0.0).sum() - stiffness_costs.cwiseMin(0.0).sum();
  const double for_mass = mass_costs.cwiseMax(0.0).sum(), for_stiffness = stiffness_costs.cwiseMax(0.0).sum();
  EnergyTank after_release = tank_;
  after_release.take_in(released);
  const double affordable = after_release.affordable(for_mass + for_stiffness);
  const double share = affordable < kLeastPaidShare ? 0.0 : affordable;
  account_.missing += (1.0 - share) * (for_mass + for_stiffness);
  if (for_mass > 0.0) account_.waits.bits |= WaitSet::kMass;
  if (for_stiffness > 0.0) account_.waits.bits |= WaitSet::kStiffness;
  const Matrix6 M = part_of_change(now.M, dM, mass_costs, share, diagonal);
  const Matrix6 K = part_of_change(now.K, dK, stiffness_costs, share, diagonal);
  if (M == now.M && K == now.K && wanted_.D == now.D) return;
  law_.set_dynamics(dynamics_in_cycle(M, wanted_.D, K));
  tank_.take_in(released);
  account_.stored -= released;
  settle(share * (for_mass + for_stiffness));
}

void PassiveLaw::engage_fixtures(const VirtualBody& body, double growth) noexcept {
  const bool before = fixtures_.any();
  const EngagedFixtures::Cost cost = fixtures_.engage(control_point(body), growth, tank_);
  if (!before && !fixtures_.any()) return;
  account_.stored += cost.stored;
  account_.fixtures += cost.stored;
  account_.missing += cost.missing;
  if (cost.missing > 0.0) account_.waits.bits |= WaitSet::kFixtures;
}

Vector6 PassiveLaw::step(Offset& offset, const Vector6& external, const Vector6& control, double h) noexcept {
  before_ = offset;
  external_ = external;
  control_ = control;
  field_ = fixtures_.any() ? fixtures_.field(p_R_B_, R_BC_) : FixtureField();
  origin_B_ = p_R_B_;
  law_.set_fixtures(field_);
  displacement_ = law_.step(offset, external + control, h);
  return displacement_;
}

// J: what the dampers of the fixtures took, along the motion of the law or, if limits changed it, the actual one.
double PassiveLaw::fixture_dampers(const VirtualBody& body, bool put_back, double h) const noexcept {
  if (field_.empty()) return 0.0;
  if (!put_back) return law_.fixture_step().dissipated;
  return field_.step_of(before_.p, R_BC_.transpose() * (control_point(body) - origin_B_), h).dissipated;
}

void PassiveLaw::close(const VirtualBody& body, const Vector6& reference_twist_B, bool put_back, double h) noexcept {
  const Offset after = body.offset_in(R_BC_);
  const double stored = energy_of(body), dampers = fixture_dampers(body, put_back, h);
  const Vector6 moved = put_back ? displacement(before_, after) : displacement_;
  const double work = (external_ + control_).dot(moved);
  const double lost = account_.stored + work - stored;
  double dissipated = lost;
  if (put_back) {
    // The damper's part of the loss may fill the tank; the rest is attributed to the limits.
    const Vector6 speed = moved / h;
    dissipated = std::clamp(h * speed.dot(damping() * speed) + dampers, 0.0, std::max(0.0, lost));
    account_.limits += dissipated - lost;
  }
  tank_.take_in(dissipated);
  account_.port += external_.dot(moved);
  account_.control += control_.dot(moved);
  account_.carried -= h * (external_.head<3>().dot(R_BC_.transpose() * reference_twist_B.head<3>()) +
                           external_.tail<3>().dot(R_BC_.transpose() * reference_twist_B.tail<3>()));
  account_.stored = stored;
  account_.fixtures = fixture_energy(body);
  account_.fixture_dampers += dampers;
}

}  // namespace limber
