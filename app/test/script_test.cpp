// Moves and pushes against sums done another way.
#include "script.hpp"

#include <gtest/gtest.h>

#include "push_watch.hpp"
#include "status_line.hpp"

namespace limber::app::test {
namespace {

TEST(Move, ItsWayIsTheIntegralOfItsSpeed) {
  for (const Move& move : {Move{{0.25, 0, 0}, 0.05}, Move{{0, -0.01, 0.004}, 0.3}, Move{{0.5, 0.5, 0}, 1.5}}) {
    const double dt = 1e-4;
    double way = 0.0, fastest_change = 0.0;
    for (double t = 0.0; t < move.duration(); t += dt) {
      way += dt * move.speed_at(t + 0.5 * dt);
      fastest_change = std::max(fastest_change, std::abs(move.speed_at(t + dt) - move.speed_at(t)));
      EXPECT_NEAR(move.distance_at(t + dt), way, 1e-6);
      EXPECT_NEAR(move.acceleration_at(t + 0.5 * dt), (move.speed_at(t + dt) - move.speed_at(t)) / dt,
                  1e-2 * move.speed)
          << t;
      EXPECT_LE(move.speed_at(t), move.speed * (1.0 + 1e-12));
    }
    EXPECT_NEAR(move.distance_at(move.duration()), move.displacement.norm(), 1e-12);
    EXPECT_EQ(move.speed_at(0.0), 0.0);
    EXPECT_EQ(move.speed_at(move.duration()), 0.0);
    EXPECT_LT(fastest_change, 100.0 * dt * move.speed) << "no step of speed";
  }
}

CycleRecord pushed(double t, double force, double deflection) {
  CycleRecord record;
  record.telemetry.time = t;
  record.telemetry.period = 0.1;
  record.telemetry.state = SupervisorState::kRunning;
  record.telemetry.p_command.y() = 1.0 + deflection;
  record.truth.hand_wrench[1] = force;
  return record;
}

TEST(PushWatch, FindsPeakAndRecovery) {
  PushWatch watch;
  watch.add(pushed(0.0, 0.0, 0.0));
  watch.add(pushed(1.0, 20.0, 0.0));
  watch.add(pushed(2.0, 20.0, 0.08));
  watch.add(pushed(3.0, 0.0, 0.05));
  watch.add(pushed(4.0, 0.0, 0.009));
  watch.add(pushed(5.0, 0.0, 0.001));
  ASSERT_EQ(watch.outcomes().size(), 1u);
  const PushOutcome& push = watch.outcomes().front();
  EXPECT_DOUBLE_EQ(push.start, 1.0);
  EXPECT_DOUBLE_EQ(*push.end, 3.0);
  EXPECT_NEAR(push.peak, 0.08, 1e-12);
  EXPECT_TRUE(push.came_back());
  EXPECT_DOUBLE_EQ(push.recovery(), 1.0) << "last farther than 8 mm at 4 s";
}

TEST(PushWatch, APushWithoutReturnDidNotComeBack) {
  PushWatch watch;
  watch.add(pushed(1.0, 20.0, 0.0));
  watch.add(pushed(2.0, 0.0, 0.08));
  watch.add(pushed(3.0, 0.0, 0.08));
  EXPECT_FALSE(watch.outcomes().front().came_back());
}

// The tool is on its way back from the first when the second begins.
TEST(PushWatch, PushesThatAddToEachOtherAreOverWhereTheToolWasBeforeTheFirst) {
  PushWatch watch;
  watch.add(pushed(1.0, 25.0, 0.0));
  watch.add(pushed(2.0, 25.0, 0.05));
  watch.add(pushed(2.1, 0.0, 0.045));
  watch.add(pushed(2.2, 10.0, 0.04));
  watch.add(pushed(2.3, 10.0, 0.042));
  watch.add(pushed(2.4, 0.0, 0.02));
  EXPECT_FALSE(watch.outcomes().front().came_back());
  watch.add(pushed(9.0, 0.0, 0.0));
  ASSERT_EQ(watch.outcomes().size(), 2u);
  const PushOutcome &first = watch.outcomes().front(), &second = watch.outcomes().back();
  EXPECT_TRUE(first.came_back());
  EXPECT_TRUE(second.came_back());
  EXPECT_NEAR(first.peak, 0.05, 1e-12);
  EXPECT_NEAR(second.peak, 0.002, 1e-12) << "what it added to the way back";
  EXPECT_NEAR(second.last, 0.0, 1e-12);
}

// No spring brings it back: the second has nothing to do with the first.
TEST(PushWatch, APushOfAToolThatStandsElsewhereIsMeasuredFromThere) {
  PushWatch watch;
  watch.add(pushed(1.0, 25.0, 0.0));
  watch.add(pushed(2.0, 0.0, 0.08));
  watch.add(pushed(3.0, 0.0, 0.08));
  watch.add(pushed(3.1, 25.0, 0.08));
  watch.add(pushed(4.0, 0.0, 0.17));
  watch.add(pushed(5.0, 0.0, 0.17));
  EXPECT_NEAR(watch.outcomes().front().last, 0.08, 1e-12);
  EXPECT_FALSE(watch.outcomes().front().watched);
  EXPECT_NEAR(watch.outcomes().back().last, 0.09, 1e-12);
  EXPECT_TRUE(watch.outcomes().back().watched);
}

TEST(PushWatch, AnArmThatIsStoppedYieldsToNobody) {
  PushWatch watch;
  for (const double t : {1.0, 2.0, 3.0}) {
    CycleRecord record = pushed(t, t < 3.0 ? 25.0 : 0.0, t < 2.0 ? 0.0 : 0.001);
    record.telemetry.state = SupervisorState::kFaulted;
    watch.add(record);
  }
  EXPECT_FALSE(watch.outcomes().front().yields);
  EXPECT_EQ(watch.outcomes().front().peak, 0.0);
  EXPECT_FALSE(watch.outcomes().front().came_back());
}

TEST(StatusLine, FitsAHundredColumnsWhateverIsLimited) {
  CycleRecord record;
  record.telemetry.limited.bits = (1u << kLimitNames.size()) - 1u;
  record.telemetry.fault = FaultCode::kInvalidWrench;
  record.telemetry.state = SupervisorState::kFaulted;
  const std::size_t time = std::string("99999.00 s  ").size();
  EXPECT_LE(time + status_text(record, "a phase with a long name").size(), 100u);
}

}  // namespace
}  // namespace limber::app::test
