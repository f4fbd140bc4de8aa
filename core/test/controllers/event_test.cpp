// Events in words: each kind has a sentence of its own, with its numbers.
#include "limber/event.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "limber/arm.hpp"

namespace limber {
namespace {

constexpr int kEventKinds = static_cast<int>(Event::Kind::kResumed) + 1;

Event event_of(Event::Kind kind, double value = 12.34, double turning = 5.678) {
  Event event;
  event.kind = kind;
  event.value = value;
  event.turning = turning;
  event.state = SupervisorState::kHolding;
  return event;
}

Joint elbow() {
  Joint joint{};
  joint.name = "elbow";
  return joint;
}

bool tells_of(const Event& event, const std::string& words) { return sentence(event).find(words) != std::string::npos; }

TEST(EventSentence, IsADifferentOneForEveryKind) {
  std::set<std::string> sentences;
  for (int i = 0; i < kEventKinds; ++i) {
    const std::string text = sentence(event_of(static_cast<Event::Kind>(i), 1.0));
    EXPECT_GT(text.size(), 5U) << i;
    EXPECT_TRUE(sentences.insert(text).second) << text;
  }
}

TEST(EventSentence, HasTheNumbersOfItsKind) {
  using Kind = Event::Kind;
  for (const Kind kind : {Kind::kTareDone, Kind::kTareRefusedForce}) {
    EXPECT_TRUE(tells_of(event_of(kind), "12.3 N and 5.68 N m")) << sentence(event_of(kind));
  }
  for (const Kind kind : {Kind::kTareRefusedPressing, Kind::kTareRefusedContact, Kind::kContactLost}) {
    EXPECT_TRUE(tells_of(event_of(kind), "12.3 N")) << sentence(event_of(kind));
  }
  for (const Kind kind : {Kind::kChangeWaits, Kind::kTrajectoryWaits, Kind::kTrajectoryPast, Kind::kTrajectoryStarted,
                          Kind::kTrajectoryAbandoned, Kind::kTrajectoryTooEarly, Kind::kChangeArrived}) {
    EXPECT_TRUE(tells_of(event_of(kind), "12.3")) << sentence(event_of(kind));
  }
  EXPECT_TRUE(tells_of(event_of(Kind::kTrajectoryTooEarly), "3.6e+03")) << "an hour is allowed";
  EXPECT_TRUE(tells_of(event_of(Kind::kSteadyForce), "12.34 N "));
  EXPECT_TRUE(tells_of(event_of(Kind::kSteadyTorque), "12.340 N m "));
  EXPECT_TRUE(tells_of(event_of(Kind::kHeldByLimits, 0.123, 0.456), "123 mm and 0.46 rad"));
  const Joint joint = elbow();
  EXPECT_NE(sentence(event_of(Kind::kTooHeavy), &joint).find("12.34 N m (N for a sliding joint) of joint 'elbow'"),
            std::string::npos);
}

TEST(EventSentence, SaysOfATrajectoryWhetherItIsWhereItShouldBe) {
  using Kind = Event::Kind;
  EXPECT_TRUE(tells_of(event_of(Kind::kTrajectoryDone, 0.0005, 0.005), "holding its last pose"));
  EXPECT_TRUE(tells_of(event_of(Kind::kTrajectoryDone, 0.0123, 0.005), "12.3 mm"));
  EXPECT_TRUE(tells_of(event_of(Kind::kTrajectoryDone, 0.0, 0.25), "0.250 rad"));
  EXPECT_TRUE(tells_of(event_of(Kind::kTrajectoryStarted, 3.0, 1.5), "1.5 s longer"));
  EXPECT_FALSE(tells_of(event_of(Kind::kTrajectoryStarted, 3.0, 0.0), "longer"));
}

TEST(EventSentence, OfARefusedRequestSaysWhatToDo) {
  Event event = event_of(Event::Kind::kRequestRefused, static_cast<double>(Request::kRun));
  event.state = SupervisorState::kFaulted;
  EXPECT_TRUE(tells_of(event, "faulted"));
  EXPECT_TRUE(tells_of(event, "reset_fault"));
  event.state = SupervisorState::kRunning;
  EXPECT_FALSE(tells_of(event, "reset_fault"));
  event.value = static_cast<double>(Request::kResetFault);
  EXPECT_TRUE(tells_of(event, "no fault"));
  event = event_of(Event::Kind::kFault);
  event.fault.code = FaultCode::kTracking;
  event.fault.index = 2;
  const Joint joint = elbow();
  EXPECT_EQ(sentence(event, &joint), sentence(event.fault, &joint));
}

TEST(Refusals, AreTheEventsThatSayThatSomethingAskedForIsNotDone) {
  for (int i = 0; i < kEventKinds; ++i) {
    const auto kind = static_cast<Event::Kind>(i);
    const std::string text = sentence(event_of(kind));
    // Whatever refuses or abandons a request says so; trajectories, paths and waypoints are no requests.
    const bool of_a_request = text.find("tare refused") == 0 || text.find("tare abandoned") == 0 ||
                              text.find("request not possible") == 0 || text.find("run not needed") == 0;
    EXPECT_EQ(is_refusal(kind), of_a_request) << text;
  }
}

}  // namespace
}  // namespace limber
