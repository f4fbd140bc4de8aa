// A request with a ticket gets exactly one outcome.
#include <gtest/gtest.h>

#include <map>

#include "loop.hpp"
#include "stiffness_loop.hpp"

namespace limber::test {
namespace {

// The outcomes told since, by ticket.
template <class Loop>
std::multimap<std::uint32_t, Event> outcomes(Loop& loop, int cycles) {
  std::multimap<std::uint32_t, Event> told;
  for (int k = 0; k < cycles; ++k) {
    loop.cycle();
    Event event;
    while (loop.controller.take_event(event)) {
      if (event.ticket != 0) told.emplace(event.ticket, event);
    }
  }
  return told;
}

template <class Loop>
void expect_outcome(Loop& loop, Request request, bool refused) {
  static std::uint32_t ticket = 0;
  ASSERT_TRUE(loop.controller.request(request, ++ticket));
  const auto told = outcomes(loop, 500);
  ASSERT_EQ(told.size(), 1u) << static_cast<int>(request);
  EXPECT_EQ(told.begin()->first, ticket);
  EXPECT_EQ(is_refusal(told.begin()->second.kind), refused) << loop.controller.sentence(told.begin()->second);
}

TEST(Requests, EveryOneHasOneOutcomeWithItsTicket) {
  WatchedLoop loop(compliant_ur(100.0));
  loop.activate();
  loop.cycles(250);
  expect_outcome(loop, Request::kRun, false);  // it runs already
  expect_outcome(loop, Request::kResetFault, true);
  expect_outcome(loop, Request::kReferenceHere, false);
  expect_outcome(loop, Request::kTare, false);
  expect_outcome(loop, Request::kHold, false);
  expect_outcome(loop, Request::kHold, false);  // it holds already
  expect_outcome(loop, Request::kRun, false);
  ASSERT_TRUE(loop.controller.set_control_wrench(Vector6::Constant(0.5)));
  loop.cycle();
  expect_outcome(loop, Request::kTareAnyway, true);
}

TEST(Requests, ATareThatAnotherReplacesIsRefusedAndTheOtherDone) {
  WatchedLoop loop(compliant_ur(100.0));
  loop.activate();
  loop.cycles(250);
  ASSERT_TRUE(loop.controller.request(Request::kTare, 1));
  loop.cycles(10);
  ASSERT_TRUE(loop.controller.request(Request::kTare, 2));
  const auto told = outcomes(loop, 500);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told.find(1)->second.kind, Event::Kind::kTareReplaced);
  EXPECT_EQ(told.find(2)->second.kind, Event::Kind::kTareDone);
}

TEST(Requests, EveryOneOfATorqueArmHasOneOutcomeWithItsTicket) {
  StiffnessLoop loop(quick_cycle());
  ASSERT_TRUE(loop.activate());
  loop.cycles(250);
  expect_outcome(loop, Request::kRun, false);  // it runs already
  expect_outcome(loop, Request::kTare, true);
  expect_outcome(loop, Request::kHold, false);
  expect_outcome(loop, Request::kRun, false);
  expect_outcome(loop, Request::kResetFault, true);
}

}  // namespace
}  // namespace limber::test
