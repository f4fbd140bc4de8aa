// Where a controller and the other thread meet: what is refused, what is counted, and whose outcome an event is.
#include "controllers/controller_ports.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "limber/telemetry.hpp"
#include "support/ideal_robot.hpp"

namespace limber {
namespace {

class OpenPorts : public ControllerPorts<Telemetry> {
 public:
  explicit OpenPorts(const Arm& arm) : ControllerPorts<Telemetry>(arm) {}
  using ControllerPorts::begin_life;
  using ControllerPorts::begin_record;
  using ControllerPorts::publish_record;
  using ControllerPorts::publish_state;
  using ControllerPorts::supervisor_;
  using ControllerPorts::tell;
  using ControllerPorts::tell_fault;
  using ControllerPorts::tell_not_done;
  using ControllerPorts::tell_outcome;
  using ControllerPorts::ticket;

  void activate() {
    begin_life();
    supervisor_.activate();
    publish_state();
  }
  std::vector<Request> handled() {
    std::vector<Request> requests;
    take_requests([&](Request request) { requests.push_back(request); });
    return requests;
  }
};

struct PortsOfAnArm : testing::Test {
  const Arm arm = test::load_arm(test::kUr5e);
  OpenPorts ports{arm};
};

TEST_F(PortsOfAnArm, RefuseRequestsBeforeActivationAndWhenTooManyWait) {
  EXPECT_EQ(ports.request(Request::kHold).code, Answer::Code::kInactive);
  ports.activate();
  EXPECT_TRUE(ports.handled().empty()) << "nothing is kept for it";
  int taken = 0;
  for (; ports.request(Request::kTare); ++taken) ASSERT_LT(taken, 1000);
  const Answer full = ports.request(Request::kTare);
  EXPECT_EQ(full.code, Answer::Code::kQueueFull);
  EXPECT_EQ(full.value, taken);
  EXPECT_EQ(ports.handled().size(), static_cast<std::size_t>(taken));
  EXPECT_TRUE(ports.request(Request::kTare)) << "there is room again";
}

TEST_F(PortsOfAnArm, HandleRequestsInOrderAndNoneOfAnEarlierActivation) {
  ports.activate();
  ports.request(Request::kHold);
  ports.activate();
  ports.request(Request::kRun);
  ports.request(Request::kTare);
  EXPECT_EQ(ports.handled(), (std::vector<Request>{Request::kRun, Request::kTare}));
}

TEST_F(PortsOfAnArm, TellTheOutcomeWithTheTicketOfItsRequest) {
  ports.activate();
  ports.request(Request::kHold, 7);
  ports.handled();
  ports.tell_outcome(Event::Kind::kReferenceHere, 1.5);
  ports.tell(Event::Kind::kChangeWaits, 2.5);
  ports.tell_outcome(Event::Kind::kTareDone, 3.5, 9, 0.5);
  Event event;
  ASSERT_TRUE(ports.take_event(event));
  EXPECT_EQ(event.ticket, 7U);
  EXPECT_EQ(event.value, 1.5);
  EXPECT_EQ(event.state, SupervisorState::kStarting);
  ASSERT_TRUE(ports.take_event(event));
  EXPECT_EQ(event.ticket, 0U) << "of no request";
  ASSERT_TRUE(ports.take_event(event));
  EXPECT_EQ(event.ticket, 9U);
  EXPECT_EQ(event.turning, 0.5);
  EXPECT_FALSE(ports.take_event(event));
}

TEST_F(PortsOfAnArm, TellWhetherWhatIsAskedForIsSoAlready) {
  const auto told = [&](Request request) {
    ports.tell_not_done(request);
    Event event;
    EXPECT_TRUE(ports.take_event(event));
    return event.kind;
  };
  ports.activate();
  EXPECT_EQ(told(Request::kRun), Event::Kind::kAlreadySo);
  EXPECT_EQ(told(Request::kHold), Event::Kind::kRequestRefused);
  ports.supervisor_.hold();
  EXPECT_EQ(told(Request::kHold), Event::Kind::kAlreadySo);
  EXPECT_EQ(told(Request::kResetFault), Event::Kind::kRequestRefused);
}

TEST_F(PortsOfAnArm, KeepTheOldestRecordsAndCountTheLost) {
  ports.activate();
  const int published = 3000;
  for (int k = 0; k < published; ++k) {
    ports.begin_record(0.002 * k, JointVector::Constant(6, k), JointVector::Zero(6));
    ports.publish_record();
  }
  Telemetry record;
  int taken = 0;
  for (; ports.take_telemetry(record); ++taken) {
    ASSERT_EQ(record.time, 0.002 * taken);
    ASSERT_EQ(record.q[5], taken);
    ASSERT_EQ(record.cycle, taken + 1);
  }
  EXPECT_GT(taken, 0);
  EXPECT_EQ(taken + ports.lost_records(), published) << "each is taken or counted";
  EXPECT_EQ(ports.telemetry().time, 0.002 * (published - 1)) << "the last record is there whoever takes them";
  EXPECT_EQ(ports.state(), SupervisorState::kStarting);
}

TEST_F(PortsOfAnArm, KeepTheOldestEventsAndCountTheLost) {
  ports.activate();
  EXPECT_EQ(ports.lost_events(), 0);
  const int told = 100;
  for (int k = 0; k < told; ++k) ports.tell(Event::Kind::kChangeWaits, k);
  Event event;
  int taken = 0;
  for (; ports.take_event(event); ++taken) ASSERT_EQ(event.value, taken);
  EXPECT_GT(taken, 0);
  EXPECT_EQ(taken + ports.lost_events(), told) << "each is taken or counted";
  ports.tell(Event::Kind::kChangeWaits, 0.0);
  EXPECT_EQ(taken + ports.lost_events(), told) << "there is room again";
}

TEST_F(PortsOfAnArm, NameTheJointOfAFault) {
  Fault fault;
  fault.code = FaultCode::kTracking;
  for (int i = 0; i < 6; ++i) {
    fault.index = i;
    ports.tell_fault(fault);
    Event event;
    ASSERT_TRUE(ports.take_event(event));
    const std::string& name = arm.joints()[static_cast<std::size_t>(i)].name;
    EXPECT_NE(ports.sentence(event).find("'" + name + "' is 0.0000 rad"), std::string::npos) << ports.sentence(event);
  }
  Event event;
  event.kind = Event::Kind::kFault;
  event.fault.code = FaultCode::kTracking;
  for (const int none : {-1, 6, 100}) {
    event.fault.index = none;
    EXPECT_EQ(ports.sentence(event).find('\''), std::string::npos) << none;
  }
}

}  // namespace
}  // namespace limber
