// Changing compliance: the tank pays, the energy at the port is bounded, and constant compliance is not affected.
#include "compliance/passive_law.hpp"

#include <gtest/gtest.h>

#include <random>

#include "compliance/admittance_law.hpp"
#include "compliance/dynamics.hpp"
#include "compliance/virtual_body.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

// Somebody who changes everything at will and pushes so as to get energy out.
class Schedule {
 public:
  explicit Schedule(unsigned seed) : random_(seed) {
    full_ = pick(2) == 0;
    h_ = pick(2) == 0 ? 0.002 : 0.01;
    strategy_ = pick(4);
  }

  // What is left of the bound after the run: stored + first fill + metered - given out, in J.
  double run(bool with_tank, int cycles) {
    const TankParameters tank{with_tank, uniform(0.0, 2.0), 10.0};
    Offset offset;
    offset.p = 0.1 * vector3();
    offset.q = exp_so3(0.5 * vector3());
    offset.velocity = 0.3 * vector6();
    Matrix3 R_BC = exp_so3(vector3()).toRotationMatrix();
    body_.set_offset_from(offset, R_BC);
    law_.start(tank, dynamics(), R_BC);
    law_.reopen(body_);
    const double allowed = law_.account().stored + tank.first_fill;
    double least = allowed;
    for (int k = 0; k < cycles; ++k) {
      law_.open(body_);
      if (pick(3) == 0) R_BC = exp_so3(0.3 * vector3()).toRotationMatrix() * R_BC;
      law_.turn(R_BC, body_);
      if (pick(4) == 0) law_.want(scheduled(law_.account().stored));
      law_.change(body_);
      Offset now = body_.offset_in(law_.axes());
      const Vector6 control = pick(5) == 0 ? Vector6(2.0 * vector6()) : Vector6::Zero();
      law_.step(now, push(now), control, h_);
      body_.set_offset_from(now, law_.axes());
      law_.close(body_, Vector6::Zero(), false, h_);
      const EnergyAccount& account = law_.account();
      least = std::min(least, allowed + account.control + account.reference + account.port);
      balance_ = std::max(balance_, std::abs(account.limits));
      if (!(law_.tank().level() >= 0.0 && law_.tank().level() <= tank.capacity)) return -1e9;
    }
    return least;
  }
  double limits() const { return balance_; }

 private:
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Vector3 vector3() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Vector6 vector6() { return (Vector6() << vector3(), vector3()).finished(); }

  Matrix6 definite(double linear, double angular, double softest) {
    const Vector6 scale = Vector6(linear, linear, linear, angular, angular, angular).cwiseSqrt();
    Vector6 d;
    for (int i = 0; i < 6; ++i) d[i] = std::max(softest, uniform(0, 1));
    Matrix6 A = d.asDiagonal();
    if (full_ && pick(2) == 0) {
      const Matrix6 mix = Matrix6::NullaryExpr([&](Eigen::Index, Eigen::Index) { return uniform(-0.5, 0.5); });
      A += mix * mix.transpose();
    }
    return scale.asDiagonal() * A * scale.asDiagonal();
  }
  Dynamics dynamics() { return make_dynamics(definite(5, 0.5, 0.1), definite(40, 4, 0.0), definite(1000, 30, 0.0)); }

  // Stiff while it is displaced, soft while it is not: the pump that a changing spring can be.
  Dynamics scheduled(double stored) {
    if (strategy_ != 0) return dynamics();
    const bool displaced = body_.offset_in(law_.axes()).p.norm() > 0.02 || stored > 1.0;
    return make_dynamics(definite(5, 0.5, 0.1), definite(1, 0.1, 0.0),
                         displaced ? definite(3000, 60, 0.5) : definite(10, 1, 0.1));
  }
  Vector6 push(const Offset& now) {
    switch (strategy_) {
      case 0:
        return -(Vector6() << 8.0 * now.velocity.head<3>(), 0.4 * now.velocity.tail<3>()).finished();  // a brake
      case 1:
        return (Vector6() << 30.0 * vector3(), vector3()).finished();
      case 2:
        return (Vector6() << -200.0 * now.p, -2.0 * now.theta()).finished();
      default:
        return Vector6::Zero();
    }
  }

  std::mt19937 random_;
  bool full_ = false;
  double h_ = 0.0;
  int strategy_ = 0;
  PassiveLaw law_;
  VirtualBody body_;
  double balance_ = 0.0;
};

TEST(EnergyAtThePort, IsNeverMoreThanWasStoredTakenInAndFirstFilled) {
  for (int seed = 0; seed < test::scaled(100'000); ++seed) {
    Schedule schedule(static_cast<unsigned>(seed));
    ASSERT_GE(schedule.run(true, 40), -1e-9) << "seed " << seed;
    ASSERT_EQ(schedule.limits(), 0.0);
  }
}

TEST(EnergyAtThePort, IsCreatedWithoutTheTank) {
  int created = 0;
  double most = 0.0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    const double left = Schedule(seed).run(false, 40);
    created += left < -1e-3;
    most = std::max(most, -left);
  }
  EXPECT_GT(created, 200);
  EXPECT_GT(most, 1.0);
}

Dynamics springs(double stiffness) {
  const Vector6 K = stiffness * (Vector6() << 1, 1, 1, 0.05, 0.05, 0.05).finished();
  return make_dynamics(Vector6(2, 2, 2, 0.2, 0.2, 0.2).asDiagonal(), Vector6(60, 60, 60, 5, 5, 5).asDiagonal(),
                       K.asDiagonal());
}

TEST(ConstantCompliance, IsSteppedBitForBitAsWithoutATank) {
  const Dynamics dynamics = springs(300.0);
  const Matrix3 R_BC = exp_so3(Vector3(0.3, -0.2, 0.5)).toRotationMatrix();
  AdmittanceLaw plain;
  plain.set_dynamics(dynamics);
  PassiveLaw passive;
  passive.start({}, dynamics, R_BC);
  VirtualBody with, without;
  passive.reopen(with);
  for (int k = 0; k < 2000; ++k) {
    const Vector6 F = Vector6::Constant(3.0 * std::sin(0.01 * k)),
                  control = Vector6::Constant(0.5 * std::cos(0.02 * k));
    Offset a = without.offset_in(R_BC);
    plain.step(a, F + control, 0.002);
    without.set_offset_from(a, R_BC);
    passive.open(with);
    passive.turn(R_BC, with);
    passive.change(with);
    Offset b = with.offset_in(passive.axes());
    passive.step(b, F, control, 0.002);
    with.set_offset_from(b, passive.axes());
    passive.close(with, Vector6::Zero(), false, 0.002);
    ASSERT_EQ(a.p, b.p);
    ASSERT_EQ(a.q.coeffs(), b.q.coeffs());
    ASSERT_EQ(a.velocity, b.velocity);
  }
  EXPECT_GT(passive.tank().level(), 1.0) << "the damper fills the tank";
}

// One cycle of a body under a steady load along x.
void cycle(PassiveLaw& law, VirtualBody& body, double load, double h) {
  law.open(body);
  law.turn(law.axes(), body);
  law.change(body);
  Offset offset = body.offset_in(law.axes());
  law.step(offset, load * Vector6::Unit(0), Vector6::Zero(), h);
  body.set_offset_from(offset, law.axes());
  law.close(body, Vector6::Zero(), false, h);
}

TEST(StiffeningUnderLoad, WaitsForTheTankAndArrivesAsItPays) {
  PassiveLaw law;
  VirtualBody body;
  law.start({}, springs(100.0), Matrix3::Identity());
  law.reopen(body);
  for (int k = 0; k < 8000; ++k) cycle(law, body, 20.0, 0.002);
  EXPECT_NEAR(body.offset_in(law.axes()).p.x(), 0.2, 1e-6);
  // Loading dissipated 20 N x 0.2 m - ½ 100 N/m (0.2 m)² = 2 J beside the first fill of 1 J.
  EXPECT_NEAR(law.tank().level(), 3.0, 1e-6);
  law.want(springs(2000.0));
  cycle(law, body, 20.0, 0.002);
  EXPECT_TRUE((law.account().waits.bits & WaitSet::kStiffness) != 0) << "38 J at once are not in the tank";
  EXPECT_GT(law.account().missing, 30.0);
  int cycles = 0;
  while (law.account().waits.any() && cycles < 5000) {
    cycle(law, body, 20.0, 0.002);
    ++cycles;
  }
  RecordProperty("seconds_to_stiffen", std::to_string(0.002 * cycles));
  EXPECT_LT(cycles, 5000);
  EXPECT_EQ(law.dynamics().K, springs(2000.0).K);
  for (int k = 0; k < 3000; ++k) cycle(law, body, 20.0, 0.002);
  EXPECT_NEAR(body.offset_in(law.axes()).p.x(), 0.01, 1e-6);
  // At rest under the load, what the tank has less than before is what the quasi-static change takes at least:
  // ½ F² (1/100 - 1/2000) = 1.9 J.
  EXPECT_LE(law.tank().level(), 3.0 - 1.9 + 1e-9);
}

TEST(StiffeningUnderLoad, StaysAsFarAsAnEmptyTankLetsIt) {
  PassiveLaw law;
  VirtualBody body;
  Offset loaded;
  loaded.p.x() = 0.2;
  body.set_offset_from(loaded, Matrix3::Identity());
  law.start({true, 0.0, 10.0}, springs(100.0), Matrix3::Identity());
  law.reopen(body);
  law.want(springs(2000.0));
  for (int k = 0; k < 5000; ++k) cycle(law, body, 20.0, 0.002);
  EXPECT_NEAR(law.dynamics().K(0, 0), 100.0, 1e-6);
  EXPECT_EQ(law.dynamics().K(1, 1), 2000.0) << "an axis that is not displaced costs nothing and does not wait";
}

TEST(TurnedAxes, TurnAsFarAsTheTankPays) {
  const Dynamics one_stiff = make_dynamics(Matrix6::Identity(), Matrix6(Vector6::Constant(50).asDiagonal()),
                                           Matrix6((Vector6() << 1000, 0, 0, 0, 0, 0).finished().asDiagonal()));
  const Matrix3 quarter = exp_so3(Vector3(0, 0, 1.5707963267948966)).toRotationMatrix();
  for (const double fill : {0.0, 1.0, 6.0}) {
    PassiveLaw law;
    VirtualBody body;
    Offset sideways;
    sideways.p.y() = 0.1;  // along the axis that turns to become stiff: 5 J
    body.set_offset_from(sideways, Matrix3::Identity());
    law.start({true, fill, 10.0}, one_stiff, Matrix3::Identity());
    law.reopen(body);
    law.open(body);
    law.turn(quarter, body);
    const double turned = log_so3(law.axes()).norm();
    if (fill == 6.0) {
      EXPECT_EQ(law.axes(), quarter);
      EXPECT_NEAR(law.tank().level(), 1.0, 1e-9);
    } else {
      // ½ 1000 (0.1 sin a)² = fill
      EXPECT_NEAR(turned, std::asin(std::sqrt(fill / 5.0)), 1e-3);
      EXPECT_TRUE((law.account().waits.bits & WaitSet::kAxes) != 0);
    }
  }
}

}  // namespace
}  // namespace limber
