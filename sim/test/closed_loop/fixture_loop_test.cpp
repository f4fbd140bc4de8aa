// A hand of 30 N pushes the simulated UR5e at virtual fixtures, behind a servo that lags, led and not led: the tool
// rests where hand and field balance, and does not chatter there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

constexpr double kHand = 30.0;   // N
constexpr double kGap = 0.03;    // m from the tool to the fixture
constexpr double kCorner = 3.0;  // Hz: forces above it count as chatter

struct FixtureCase {
  FixtureKind kind;
  double stiffness, damping;  // N/m, N s/m
  double lead;
};

// N: the rms of what a force has above the corner, by a first-order high-pass.
class ChatterMeter {
 public:
  explicit ChatterMeter(double period) : share_(1.0 - std::exp(-2.0 * std::numbers::pi * kCorner * period)) {}
  void step(const Vector3& force, bool counts) {
    slow_ = started_ ? Vector3(slow_ + share_ * (force - slow_)) : force;
    started_ = true;
    if (!counts) return;
    sum_ += (force - slow_).squaredNorm();
    ++count_;
  }
  double rms() const { return count_ > 0 ? std::sqrt(sum_ / static_cast<double>(count_)) : kUnlimited; }

 private:
  double share_;
  bool started_ = false;
  Vector3 slow_ = Vector3::Zero();
  double sum_ = 0.0;
  long count_ = 0;
};

AdmittanceParameters led_at(const Arm& arm, const LoopShape& shape, const FixtureParameters& fixture) {
  AdmittanceParameters p = parameters_for(arm, shape);
  p.frame_id = arm.base_name();
  p.compliance.damping = Vector6(75, 75, 75, 12, 12, 12).asDiagonal();
  p.compliance.stiffness = Vector6(0, 0, 0, 50, 50, 50).asDiagonal();
  p.wrench.min_motion_threshold = 0.0;
  p.supervisor.stiffness_ramp_time = 0.2;
  p.fixtures[0] = fixture;
  return p;
}

class PushedAtAFixture : public testing::TestWithParam<FixtureCase> {};

TEST_P(PushedAtAFixture, StaysOutByItsForceOverTheStiffnessAndComesToRest) {
  const FixtureCase c = GetParam();
  const Arm arm = load_arm("ur5e");
  const LoopShape shape{.lead = c.lead};
  const Vector3 start_B = arm.pose(home(arm), arm.tip()).p, towards_B = Vector3(2, 1, -1).normalized();
  FixtureParameters fixture;
  fixture.kind = c.kind;
  fixture.direction = towards_B;
  fixture.stiffness = c.stiffness;
  fixture.damping = c.damping;
  const bool sphere = c.kind == FixtureKind::kSphere;
  fixture.point = start_B + (kGap + (sphere ? fixture.radius : 0.0)) * towards_B;
  SimulatedLoop loop(arm, home(arm), led_at(arm, shape, fixture), simulation_for(arm, shape));
  ChatterMeter chatter(loop.period());
  double touched = 0.0, deepest = 0.0, depth = 0.0, fastest = 0.0, force_sum = 0.0;
  long settled = 0;
  loop.run(1.0);
  loop.run(4.0, [&] {
    // Where C really is; the hand pushes at the plane, or at the centre of the sphere.
    const Vector3 p = arm.pose(loop.robot.read().q, arm.tip()).p, ahead = fixture.point - p;
    const Vector3 hand_B = sphere ? Vector3(ahead.normalized()) : towards_B;
    loop.robot.set_push((Vector6() << kHand * hand_B, Vector3::Zero()).finished());
    depth = sphere ? fixture.radius - ahead.norm() : -ahead.dot(towards_B);
    deepest = std::max(deepest, depth);
    const Telemetry& t = loop.controller.telemetry();
    if (touched == 0.0 && t.fixtures_acting != 0) touched = loop.robot.time();
    const bool counts = touched > 0.0 && loop.robot.time() > touched + 1.0;
    chatter.step(t.fixture_force, counts);
    if (!counts) return;
    fastest = std::max(fastest, t.twist_command.head<3>().norm());
    force_sum += t.fixture_force.norm();
    ++settled;
  });
  std::printf(
      "%s, %g kN/m, %g N s/m, lead %g: %.3f mm inside at rest (F/K %.3f), %.2f at most; %.3f N rms above 3 Hz\n",
      sphere ? "sphere" : "plane", 1e-3 * c.stiffness, c.damping, c.lead, 1e3 * depth, 1e3 * kHand / c.stiffness,
      1e3 * deepest, chatter.rms());
  ASSERT_GT(settled, 500);
  EXPECT_NEAR(depth, kHand / c.stiffness, 0.02 * kHand / c.stiffness);
  EXPECT_NEAR(force_sum / static_cast<double>(settled), kHand, 0.02 * kHand);
  EXPECT_LT(chatter.rms(), 0.5);
  EXPECT_LT(fastest, 2e-3);
  EXPECT_EQ(loop.controller.state(), SupervisorState::kRunning);
}

// A hand whose force grows while the tool is at the plane: it never goes in farther than F/K.
TEST(HandThatLeansOnAFixture, NeverGoesInFartherThanItsForceOverTheStiffness) {
  const Arm arm = load_arm("ur5e");
  for (const double lead : {0.0, 1.0}) {
    for (const double stiffness : {5e3, 20e3, 50e3}) {
      const LoopShape shape{.lead = lead};
      const Vector3 start_B = arm.pose(home(arm), arm.tip()).p, towards_B = Vector3(2, 1, -1).normalized();
      FixtureParameters plane;
      plane.kind = FixtureKind::kPlane;
      plane.point = start_B;
      plane.direction = towards_B;
      plane.stiffness = stiffness;
      plane.damping = 2.0 * std::sqrt(5.0 * stiffness);
      SimulatedLoop loop(arm, home(arm), led_at(arm, shape, plane), simulation_for(arm, shape));
      loop.run(0.5);
      double deepest = 0.0, hand = 0.0;
      loop.run(2.0, [&] {
        hand = std::min(kHand, hand + kHand * loop.period() / 0.5);
        loop.robot.set_push((Vector6() << hand * towards_B, Vector3::Zero()).finished());
        deepest = std::max(deepest, towards_B.dot(arm.pose(loop.robot.read().q, arm.tip()).p - start_B));
      });
      // And what the noise of the sensor moves it.
      EXPECT_LE(deepest, 1.02 * kHand / stiffness + 2e-5) << stiffness << " N/m, lead " << lead;
      EXPECT_GE(deepest, 0.98 * kHand / stiffness);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, PushedAtAFixture,
    testing::Values(FixtureCase{FixtureKind::kPlane, 5e3, 300, 0.0}, FixtureCase{FixtureKind::kPlane, 5e3, 300, 1.0},
                    FixtureCase{FixtureKind::kPlane, 20e3, 600, 0.0}, FixtureCase{FixtureKind::kPlane, 20e3, 600, 1.0},
                    FixtureCase{FixtureKind::kPlane, 50e3, 1000, 0.0},
                    FixtureCase{FixtureKind::kPlane, 50e3, 1000, 1.0}, FixtureCase{FixtureKind::kSphere, 5e3, 300, 0.0},
                    FixtureCase{FixtureKind::kSphere, 5e3, 300, 1.0}, FixtureCase{FixtureKind::kSphere, 20e3, 600, 0.0},
                    FixtureCase{FixtureKind::kSphere, 20e3, 600, 1.0}));

}  // namespace
}  // namespace limber::sim
