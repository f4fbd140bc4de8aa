// The checks of a soak can fail: each kind of wrong command, inserted between controller and check, is found by the
// right check, and an honest run passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <string>

#include "episode.hpp"
#include "limber/telemetry.hpp"
#include "summary.hpp"

namespace limber::soak {
namespace {

EpisodeOptions honest(std::uint64_t seed, Controller controller) {
  EpisodeOptions options;
  options.seed = seed;
  options.controller = controller;
  return options;
}

std::optional<Failure> run(const EpisodeOptions& options) {
  Tally tally;
  return run_episode(options, tally);
}

// Not every configuration has what is falsified (such as a tank), and not every arm can follow its path: the first seed
// that fails counts.
template <typename RunSeed>
std::optional<Failure> first_failure(RunSeed run_seed) {
  std::optional<Failure> failure;
  for (std::uint64_t seed = 17; seed < 27 && !failure; ++seed) failure = run_seed(seed);
  return failure;
}

// Falsifies every record of an arm that runs and keeps all its limits.
template <typename Falsify>
std::optional<Failure> run_falsified(Controller controller, Falsify falsify) {
  return first_failure([&](std::uint64_t seed) {
    EpisodeOptions options = honest(seed, controller);
    options.tamper = [&](long k, Command& command, Telemetry& t) {
      const bool keeps_limits = !t.conflicts.any() && t.speed_scaling == 1.0;
      if (k >= 500 && t.state == SupervisorState::kRunning && keeps_limits) falsify(command, t);
    };
    return run(options);
  });
}

void expect_found(const std::optional<Failure>& failure, Check check) {
  ASSERT_TRUE(failure.has_value()) << words(check).promise;
  EXPECT_EQ(words(failure->check).name, words(check).name) << words(*failure);
}

void move(Command& command, Telemetry& t, double by) {
  t.q_command[0] += by;
  t.q_sent[0] = command.q[0] += by;
}

TEST(HonestEpisodes, Pass) {
  for (const Controller controller :
       {Controller::kAdmittance, Controller::kTrajectories, Controller::kTorques, Controller::kPress}) {
    const std::optional<Failure> failure = run(honest(17, controller));
    EXPECT_FALSE(failure.has_value()) << words(*failure);
  }
}

TEST(HonestEpisodes, AreTheSameEachTime) {
  Tally first, second;
  Progress progress;
  const EpisodeOptions options = honest(18, Controller::kAdmittance);
  EXPECT_EQ(run_compliant_episode(options, Controller::kAdmittance, first, progress),
            run_compliant_episode(options, Controller::kAdmittance, second, progress));
  EXPECT_GT(first.cycles, 0);
  EXPECT_EQ(first.worst, second.worst);
}

TEST(FalsifiedCommands, ANumberThatIsNoneIsFound) {
  expect_found(
      run_falsified(Controller::kAdmittance,
                    [](Command& command, Telemetry&) { command.q[0] = std::numeric_limits<double>::quiet_NaN(); }),
      Check::kFinite);
}

TEST(FalsifiedCommands, WhatIsSentOtherwiseThanTheMotionIsFound) {
  const auto ahead = [](Command& c, Telemetry& t) { t.q_sent[0] = c.q[0] += 1e-6; };
  std::optional<Failure> failure = run_falsified(Controller::kAdmittance, ahead);
  ASSERT_TRUE(failure.has_value());
  const bool found = failure->check == Check::kUnled || failure->check == Check::kSentSmooth ||
                     failure->check == Check::kVelocityIsDerivative;
  EXPECT_TRUE(found) << words(*failure);
}

TEST(FalsifiedCommands, AJumpIsFound) {
  expect_found(run_falsified(Controller::kTrajectories, [](Command& c, Telemetry& t) { move(c, t, 1e-3); }),
               Check::kVelocityIsDerivative);
}

TEST(FalsifiedCommands, AStepOfTheVelocityIsFound) {
  expect_found(run_falsified(Controller::kAdmittance,
                             [](Command& c, Telemetry& t) {
                               if (t.period > 0.004) return;  // then the step would exceed the joint speed
                               const double size = 0.01 + 60.0 * t.period;  // rad/s, above all drawn accelerations
                               const double step = c.qd[0] > 0.0 ? -size : size;
                               c.qd[0] += step;
                               t.qd_command[0] += step;
                               move(c, t, step * t.period);
                             }),
               Check::kJointAcceleration);
}

TEST(FalsifiedTelemetry, EnergyFromNowhereIsFound) {
  double more = 0.0;
  expect_found(run_falsified(Controller::kAdmittance, [&](Command&, Telemetry& t) { t.energy_stored += more += 1e-3; }),
               Check::kEnergy);
}

TEST(FalsifiedTelemetry, EnergyOfFixturesThatAreNotThereIsFound) {
  expect_found(run_falsified(Controller::kAdmittance,
                             [&](Command&, Telemetry& t) {
                               t.energy_fixtures += 1e3;
                               t.energy_stored += 1e3;
                               t.energy_control += 1e3;  // so that the balance holds
                             }),
               Check::kStored);
}

TEST(FalsifiedTelemetry, AnOverfullTankIsFound) {
  expect_found(run_falsified(Controller::kAdmittance, [](Command&, Telemetry& t) { t.tank_level = 1e3; }),
               Check::kTankLevel);
}

TEST(FalsifiedTelemetry, AStateNobodyAskedForIsFound) {
  expect_found(
      run_falsified(Controller::kAdmittance, [](Command&, Telemetry& t) { t.state = SupervisorState::kHolding; }),
      Check::kState);
}

// The first joint is shifted by `shift` (rad, m), smoothly within some tenths of a second.
class ShiftedJoint {
 public:
  void operator()(Command& command, Telemetry& t, double shift) {
    if (t.cycle < last_cycle_) *this = ShiftedJoint();  // another episode
    last_cycle_ = t.cycle;
    const double share = std::min(1.0, t.period / 0.1);
    eased_ += share * (shift - eased_);
    const double before = shift_;
    shift_ += share * (eased_ - shift_);
    command.qd[0] += (shift_ - before) / t.period;
    t.qd_command[0] += (shift_ - before) / t.period;
    move(command, t, shift_);
  }

 private:
  double eased_ = 0.0, shift_ = 0.0;
  std::int64_t last_cycle_ = 0;
};

// A liveness check finds it within a few episodes. (After deactivation and activation a shifted joint jumps; another
// check finds this.)
template <typename Shift>
void expect_found_alive(Shift shift, std::initializer_list<Check> checks) {
  std::string others;
  for (std::uint64_t seed = 17; seed < 47; ++seed) {
    ShiftedJoint shifted;
    EpisodeOptions options = honest(seed, Controller::kAlive);
    options.tamper = [&](long k, Command& command, Telemetry& t) { shifted(command, t, k < 100 ? 0.0 : shift(t)); };
    const std::optional<Failure> failure = run(options);
    if (!failure) continue;
    if (std::find(checks.begin(), checks.end(), failure->check) != checks.end()) return;
    others += words(*failure);
  }
  FAIL() << others;
}

TEST(FalsifiedLife, AnArmThatCreepsIsFound) {
  expect_found_alive([](const Telemetry& t) { return 3e-4 * t.time; }, {Check::kMovesForNobody, Check::kFollows});
}

TEST(FalsifiedLife, AnOffsetThatNobodyPushedForIsFound) {
  expect_found_alive([](const Telemetry&) { return 2e-3; }, {Check::kFollows});
}

TEST(FalsifiedLife, AnArmThatKeepsSomeOfAPushIsFound) {
  double pushed = 0.0;
  const auto keeps = [&](const Telemetry& t) {
    pushed += t.period * t.wrench_law.head<3>().norm();
    return 1e-4 * pushed;
  };
  expect_found_alive(keeps, {Check::kFollows});
}

TEST(FalsifiedLife, ALawThatIsALittleTooSoftIsFound) {
  expect_found_alive([](const Telemetry& t) { return 2e-5 * t.wrench_law.norm(); }, {Check::kLaw});
}

template <typename Falsify>
std::optional<Failure> run_falsified_torques(Falsify falsify, std::uint64_t seed) {
  EpisodeOptions options = honest(seed, Controller::kTorques);
  options.tamper_torques = [&](long k, Command& command, StiffnessTelemetry& t) {
    if (k >= 200 && t.state == SupervisorState::kRunning) falsify(command, t);
  };
  return run(options);
}

template <typename Falsify>
std::optional<Failure> run_falsified_torques(Falsify falsify) {
  return first_failure([&](std::uint64_t seed) { return run_falsified_torques(falsify, seed); });
}

TEST(FalsifiedTorques, TooMuchIsFound) {
  expect_found(run_falsified_torques([](Command& c, StiffnessTelemetry& t) { t.torque[0] = c.effort[0] = 1e4; }),
               Check::kEffort);
}

// A torque of the opposite sign is within the effort limit; the drawn rate decides whether it came too fast.
TEST(FalsifiedTorques, TooQuickIsFound) {
  int found = 0;
  for (std::uint64_t seed = 17; seed < 40 && found < 2; ++seed) {
    const auto turn_round = [](Command& c, StiffnessTelemetry& t) { t.torque = c.effort = -c.effort; };
    const std::optional<Failure> failure = run_falsified_torques(turn_round, seed);
    if (!failure) continue;
    ++found;
    expect_found(failure, Check::kEffortRate);
  }
  EXPECT_EQ(found, 2);
}

TEST(FalsifiedTorques, StiffnessThatJumpsIsFound) {
  expect_found(run_falsified_torques([](Command&, StiffnessTelemetry& t) { t.stiffness[1] += 1e3; }),
               Check::kStiffnessRate);
}

TEST(FalsifiedTorques, JointsThatSayTheSameWhileTheArmIsToMoveAreFound) {
  StiffnessTelemetry first;
  expect_found(run_falsified_torques([&](Command&, StiffnessTelemetry& t) {
                 if (first.q.size() != t.q.size() || t.cycle < first.cycle) first = t;
                 t.q = first.q;
                 t.qd = first.qd;
               }),
               Check::kTorqueFrozen);
}

TEST(FalsifiedTorques, ATargetThatJumpsIsFound) {
  expect_found(run_falsified_torques([](Command&, StiffnessTelemetry& t) { t.p_reference.x() += 0.2; }),
               Check::kReferenceIsSmooth);
}

}  // namespace
}  // namespace limber::soak
