#include "safety/supervisor.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace limber {
namespace {

const Fault kFault{FaultCode::kOverforce, 200.0, 150.0, 0, 1.0};

Supervisor in(SupervisorState state) {
  Supervisor supervisor;
  if (state != SupervisorState::kInactive) supervisor.activate();
  if (state == SupervisorState::kRunning || state == SupervisorState::kHolding) supervisor.start_done();
  if (state == SupervisorState::kHolding) supervisor.hold();
  if (state == SupervisorState::kFaulted) supervisor.raise(kFault);
  EXPECT_EQ(supervisor.state(), state);
  return supervisor;
}

// The whole table of docs/architecture.md: every word in every state.
TEST(Supervisor, AllowsEveryTransitionOfItsDiagramAndNoOther) {
  using S = SupervisorState;
  const auto apply = [](Supervisor& s, const std::string& word) {
    if (word == "start_done") return s.start_done();
    if (word == "hold") return s.hold();
    if (word == "run") return s.run();
    if (word == "reset") return s.reset();
    return s.raise(kFault);
  };
  const std::map<std::pair<S, std::string>, S> allowed{
      {{S::kStarting, "start_done"}, S::kRunning}, {{S::kStarting, "hold"}, S::kHolding},
      {{S::kRunning, "hold"}, S::kHolding},        {{S::kHolding, "run"}, S::kStarting},
      {{S::kFaulted, "reset"}, S::kStarting},      {{S::kStarting, "fault"}, S::kFaulted},
      {{S::kRunning, "fault"}, S::kFaulted},       {{S::kHolding, "fault"}, S::kFaulted}};
  for (const S state : {S::kInactive, S::kStarting, S::kRunning, S::kHolding, S::kFaulted}) {
    for (const std::string word : {"start_done", "hold", "run", "reset", "fault"}) {
      Supervisor supervisor = in(state);
      const auto found = allowed.find({state, word});
      EXPECT_EQ(apply(supervisor, word), found != allowed.end()) << name(state) << ' ' << word;
      EXPECT_EQ(supervisor.state(), found != allowed.end() ? found->second : state) << name(state) << ' ' << word;
    }
  }
}

TEST(Supervisor, KeepsTheFirstFaultOfAStopUntilItIsReset) {
  Supervisor supervisor = in(SupervisorState::kRunning);
  EXPECT_TRUE(supervisor.raise(kFault));
  EXPECT_FALSE(supervisor.raise({FaultCode::kTracking, 1.0, 0.3, 2, 1.0}));
  EXPECT_EQ(supervisor.fault().code, FaultCode::kOverforce);
  EXPECT_TRUE(supervisor.reset());
  EXPECT_EQ(supervisor.fault().code, FaultCode::kNone);
}

TEST(Supervisor, TakesNoFaultForOne) {
  Supervisor supervisor = in(SupervisorState::kRunning);
  EXPECT_FALSE(supervisor.raise(Fault()));
  EXPECT_EQ(supervisor.state(), SupervisorState::kRunning);
}

TEST(Supervisor, FollowsTheLawOnlyWhileItStartsOrRuns) {
  using S = SupervisorState;
  for (const S state : {S::kInactive, S::kStarting, S::kRunning, S::kHolding, S::kFaulted}) {
    EXPECT_EQ(in(state).follows_law(), state == S::kStarting || state == S::kRunning) << name(state);
  }
}

}  // namespace
}  // namespace limber
