// Names and sentences of faults: each says what was found, what is allowed and where, in its unit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <regex>
#include <set>
#include <string>

#include "limber/arm.hpp"
#include "limber/event.hpp"
#include "support/random_motion.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

Fault fault_of(FaultCode code, int index, double value = 1.25, double limit = 0.5) {
  Fault fault;
  fault.code = code;
  fault.index = index;
  fault.value = value;
  fault.limit = limit;
  return fault;
}

bool says(const Fault& fault, const std::string& words, const Joint* joint = nullptr) {
  return sentence(fault, joint).find(words) != std::string::npos;
}

Joint joint_of_type(JointType type, const std::string& name = "elbow_joint") {
  Joint joint{};
  joint.name = name;
  joint.type = type;
  return joint;
}

// Whether a number of the sentence is this one, to the three digits that people read.
bool tells(const std::string& text, double number) {
  static const std::regex any("[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?");
  for (auto found = std::sregex_iterator(text.begin(), text.end(), any); found != std::sregex_iterator(); ++found) {
    if (std::abs(std::stod(found->str()) - number) <= 2e-3 * number) return true;
  }
  return false;
}

TEST(FaultName, IsADifferentOneForEveryCodeAndBeginsItsSentence) {
  std::set<std::string_view> names;
  for (int i = 0; i < kFaultCodes; ++i) {
    const auto code = static_cast<FaultCode>(i);
    EXPECT_TRUE(names.insert(name(code)).second) << name(code);
    EXPECT_TRUE(std::regex_match(std::string(name(code)), std::regex("[a-z]+(_[a-z]+)*"))) << name(code);
    if (code == FaultCode::kNone) continue;
    EXPECT_EQ(sentence(fault_of(code, 0)).find(std::string(name(code)) + ": "), 0U) << sentence(fault_of(code, 0));
  }
  EXPECT_EQ(name(FaultCode::kStaleWrench), "stale_wrench");
  EXPECT_EQ(name(FaultCode::kLostContact), "lost_contact");
  EXPECT_EQ(sentence(Fault()), "no fault");
}

TEST(FaultSentence, TellsWhatWasFoundAndWhatIsAllowed) {
  std::mt19937 random(1);
  const std::pair<FaultCode, int> with_numbers[] = {{FaultCode::kInvalidState, 2},
                                                    {FaultCode::kInvalidState, Fault::kJointCount},
                                                    {FaultCode::kInvalidWrench, 4},
                                                    {FaultCode::kStaleWrench, -1},
                                                    {FaultCode::kStaleWrench, Fault::kUnchanged},
                                                    {FaultCode::kStaleState, -1},
                                                    {FaultCode::kStaleState, 1},
                                                    {FaultCode::kStaleState, Fault::kUnchanged},
                                                    {FaultCode::kOverforce, 0},
                                                    {FaultCode::kLostContact, 1},
                                                    {FaultCode::kOverrun, -1},
                                                    {FaultCode::kTracking, 5},
                                                    {FaultCode::kTracking, -1}};
  for (int n = 0; n < test::scaled(500); ++n) {
    for (const auto& [code, index] : with_numbers) {
      Fault fault = fault_of(code, index, std::floor(test::random_between(random, 400.0, 900.0)),
                             std::floor(test::random_between(random, 100.0, 300.0)));
      for (const bool of_motion : {false, true}) {
        if (of_motion && index < 0) continue;  // of a joint only
        fault.of_motion = of_motion;
        EXPECT_TRUE(tells(sentence(fault), fault.value)) << sentence(fault) << ": " << fault.value;
        EXPECT_TRUE(tells(sentence(fault), fault.limit)) << sentence(fault) << ": " << fault.limit;
      }
    }
  }
}

TEST(FaultSentence, HasTheUnitOfWhatWasTooMuch) {
  EXPECT_TRUE(says(fault_of(FaultCode::kOverforce, 0), "1.2 N on the tool"));
  EXPECT_TRUE(says(fault_of(FaultCode::kOverforce, 3), "1.2 N m on the tool"));
  EXPECT_TRUE(says(fault_of(FaultCode::kLostContact, 0), "1.250 m without"));
  EXPECT_TRUE(says(fault_of(FaultCode::kLostContact, 1), "1.250 m/s without"));
  EXPECT_TRUE(says(fault_of(FaultCode::kTracking, -1), "1.2500 m from"));
  EXPECT_TRUE(says(fault_of(FaultCode::kTracking, Fault::kToolTurn), "1.2500 rad from"));
}

TEST(FaultSentence, HasTheUnitOfItsJoint) {
  const Joint slide = joint_of_type(JointType::kPrismatic);
  const std::pair<const Joint*, std::string> units[] = {{nullptr, "rad or m"}, {&slide, "m"}};
  for (const auto& [joint, unit] : units) {
    EXPECT_TRUE(says(fault_of(FaultCode::kTracking, 1), "is 1.2500 " + unit + " from", joint));
    EXPECT_TRUE(says(fault_of(FaultCode::kInvalidState, 1), "reads 1.25 " + unit + " (allowed", joint));
  }
  for (const JointType type : {JointType::kRevolute, JointType::kContinuous}) {
    const Joint turns = joint_of_type(type);
    EXPECT_TRUE(says(fault_of(FaultCode::kTracking, 1), "is 1.2500 rad from", &turns));
    Fault fault = fault_of(FaultCode::kInvalidState, 1);
    EXPECT_TRUE(says(fault, "reads 1.25 rad (allowed", &turns));
    fault.of_motion = true;
    EXPECT_TRUE(says(fault, "reads 1.25 rad away", &turns));
    EXPECT_TRUE(says(fault, "reads 1.25 m away", &slide));
    fault.of_motion = false;
    fault.of_velocity = true;
    EXPECT_TRUE(says(fault, "a velocity of 1.25 rad/s (allowed", &turns));
    EXPECT_TRUE(says(fault, "a velocity of 1.25 m/s (allowed", &slide));
  }
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidWrench, 2), "reads 1.25 N ("));
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidWrench, 3), "reads 1.25 N m ("));
}

TEST(FaultSentence, NamesTheJointOrCountsItFromOne) {
  const Joint elbow = joint_of_type(JointType::kRevolute);
  for (const FaultCode code : {FaultCode::kInvalidState, FaultCode::kStaleState, FaultCode::kTracking}) {
    EXPECT_TRUE(says(fault_of(code, 2), "joint 3")) << name(code);
    EXPECT_TRUE(says(fault_of(code, 2), "joint 'elbow_joint'", &elbow)) << name(code);
  }
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidWrench, 0), "axis 1 "));
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidState, Fault::kClock), "clock"));
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidState, Fault::kSpeedScaling), "speed scaling"));
  EXPECT_TRUE(says(fault_of(FaultCode::kInvalidState, Fault::kJointCount, 5, 6), "5 joints are read"));
}

TEST(FaultSentence, TellsAStampFromTheFutureFromAnOldOneAndFromNone) {
  for (const FaultCode code : {FaultCode::kStaleWrench, FaultCode::kStaleState}) {
    EXPECT_TRUE(says(fault_of(code, -1, 0.75), "0.750 s old"));
    EXPECT_TRUE(says(fault_of(code, -1, -0.75), "0.750 s in the future"));
    EXPECT_FALSE(says(fault_of(code, -1, -0.75), "-0.75"));
    EXPECT_TRUE(says(fault_of(code, -1, std::numeric_limits<double>::quiet_NaN()), "not a number"));
  }
}

TEST(FaultSentence, SaysThatTheArmGivesWayToTooMuchForceOnly) {
  const auto gives_way = [](const Fault& fault) {
    const bool holds = says(fault, "braked, holding");
    EXPECT_NE(holds, says(fault, "giving way")) << sentence(fault);
    return !holds;
  };
  for (int i = 1; i < kFaultCodes; ++i) {
    const auto code = static_cast<FaultCode>(i);
    if (code == FaultCode::kInvalidWrench) continue;
    EXPECT_EQ(gives_way(fault_of(code, 3)), code == FaultCode::kOverforce) << name(code);
  }
  EXPECT_TRUE(gives_way(fault_of(FaultCode::kInvalidWrench, 0, -510.0, 500.0))) << "a saturated sensor";
  EXPECT_FALSE(gives_way(fault_of(FaultCode::kInvalidWrench, 0, 1e6, 500.0))) << "a broken one";
  EXPECT_FALSE(gives_way(fault_of(FaultCode::kInvalidWrench, 0, std::nan(""), 500.0)));
}

TEST(FaultSentence, SaysWhetherTheArmBrakesOrNeverMoved) {
  for (const FaultCode code : {FaultCode::kInvalidState, FaultCode::kInvalidWrench}) {
    Fault fault = fault_of(code, 1, 5.0, 0.5);
    EXPECT_TRUE(says(fault, "braked, holding"));
    fault.at_start = true;
    EXPECT_TRUE(says(fault, "not activated"));
    EXPECT_FALSE(says(fault, "braked"));
  }
}

}  // namespace
}  // namespace limber
