// Settings that are allowed but do nothing: each is told, with its value and why.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

using Sentences = std::vector<std::string>;

const std::string kFreeZ = "    admittance.stiffness: [300, 300, 0, 50, 50, 50]\n";
const std::string kSprings = "    admittance.stiffness: [300, 300, 300, 50, 50, 50]\n";

Sentences doubts_of(const std::string& lines) {
  return doubts(parse_admittance("c:\n  ros__parameters:\n    tank.enabled: true\n" + lines, "cell.yaml"));
}

TEST(Doubts, AreNoneAboutDefaultsAndSettingsThatWorkTogether) {
  EXPECT_EQ(doubts(AdmittanceParameters()), Sentences());
  EXPECT_EQ(doubts_of(kFreeZ + "    servo: {lag: 0.03, delay: 0.002}\n"
                               "    press: {regulation: normal, align: z, align_rate: 1, max_surface_speed: 0.02,"
                               " max_touch_force: 30, stiffest_wall: 50000}\n"
                               "    contact_guard: {min_force: 2}\n"
                               "    fixture_1: {kind: cone, angle: 0.3, direction: [1, 0, 0]}\n"
                               "    fixture_2: {kind: sphere, radius: 0.3, max_force: 50}\n"),
            Sentences());
}

TEST(Doubts, AreAboutAPressThatCannotBeRegulated) {
  const std::string no_axis =
      "it has no effect: of x, y and z, none is an enabled axis without stiffness (admittance.enabled_axes, "
      "admittance.stiffness)";
  const std::string on = "    press.regulation: normal\n";
  EXPECT_EQ(doubts_of(kSprings + on), Sentences{"press.regulation is \"normal\"; " + no_axis});
  EXPECT_EQ(doubts_of(kFreeZ + "    admittance.enabled_axes: [true, true, false, true, true, true]\n" + on),
            Sentences{"press.regulation is \"normal\"; " + no_axis});
  EXPECT_EQ(doubts_of(kFreeZ + "    admittance.admittance_ratio: 0\n" + on),
            Sentences{"press.regulation is \"normal\"; with an admittance.admittance_ratio of 0 a regulated press has "
                      "no force"});
}

TEST(Doubts, AreAboutSettingsOfAPressThatIsNotRegulated) {
  EXPECT_EQ(doubts_of(kFreeZ + "    press: {max_surface_speed: 0.02, align: -z, align_rate: 1}\n"),
            (Sentences{"press.max_surface_speed is 0.02 m/s; it has no effect without press.regulation",
                       "press.align is \"-z\"; it has no effect without press.regulation: normal"}));
  EXPECT_EQ(doubts_of(kFreeZ + "    press: {regulation: direction, align: z}\n"),
            Sentences{"press.align is \"z\"; it has no effect without press.regulation: normal"});
  EXPECT_EQ(doubts_of(kFreeZ + "    press: {regulation: normal, align_rate: 1}\n"),
            Sentences{"press.align_rate is 1 rad/s; it has no effect without press.align"});
  EXPECT_EQ(
      doubts_of(kFreeZ + "    admittance.enabled_axes: [true, true, true, false, false, false]\n"
                         "    press: {regulation: normal, align: z}\n"),
      Sentences{"press.align is \"z\"; it has no effect, because admittance.enabled_axes lets the tool not turn"});
}

TEST(Doubts, AreAboutATouchForceWithoutWhatItNeeds) {
  EXPECT_EQ(doubts_of(kSprings + "    servo.lag: 0.03\n    press.max_touch_force: 30\n"),
            Sentences{"press.max_touch_force is 30 N; it has no effect: it slows an approach along an enabled axis "
                      "without stiffness, and of x, y and z none is one (admittance.enabled_axes, "
                      "admittance.stiffness)"});
  EXPECT_EQ(doubts_of(kFreeZ + "    press.max_touch_force: 30\n"),
            Sentences{"press.max_touch_force is 30 N; servo.lag and servo.delay are 0, so it counts on a robot that "
                      "follows at once; a robot that lags touches harder"});
  EXPECT_EQ(doubts_of("    press.stiffest_wall: 50000\n"),
            Sentences{"press.stiffest_wall is 50000 N/m; it has no effect without press.max_touch_force"});
}

TEST(Doubts, AreAboutAServoThatIsNotLed) {
  const std::string unused = "it has no effect, because servo.lead is false and press.max_touch_force is 0";
  EXPECT_EQ(doubts_of("    servo: {lag: 0.03, delay: 0.002, lead: false}\n"),
            (Sentences{"servo.lag is 0.03 s; " + unused, "servo.delay is 0.002 s; " + unused}));
  EXPECT_EQ(doubts_of("    servo: {delay: 0.02}\n"),
            Sentences{"servo.delay is 0.02 s; it has no effect without servo.lag: a delay alone is not led"});
  EXPECT_EQ(doubts_of("    servo: {lag: 0.01, delay: 0.02}\n"),
            Sentences{"servo.delay is 0.02 s; the command leads only as much of it as servo.lag, 0.01 s"});
  EXPECT_EQ(doubts_of(kFreeZ + "    servo: {lag: 0.03, lead: false}\n    press.max_touch_force: 60\n"), Sentences());
}

TEST(Doubts, AreAboutGroupsThatAreOff) {
  EXPECT_EQ(doubts_of("    contact_guard: {enabled: false, min_force: 2, release_time: 3}\n"),
            (Sentences{"contact_guard.min_force is 2 N; it has no effect, because contact_guard.enabled is false",
                       "contact_guard.release_time is 3 s; it has no effect, because contact_guard.enabled is false"}));
  EXPECT_EQ(doubts(parse_admittance("c: {tank: {enabled: false, capacity: 3}}\n", "")),
            Sentences{"tank.capacity is 3 J; it has no effect, because tank.enabled is false"});
}

TEST(Doubts, AreAboutDampingThatIsGivenTwice) {
  const std::string given = "it has no effect, because admittance.damping is given";
  EXPECT_EQ(doubts_of("    admittance: {damping: [9, 9, 9, 9, 9, 9], damping_ratio: [2, 2, 2, 2, 2, 2]}\n"),
            Sentences{"admittance.damping_ratio is [2, 2, 2, 2, 2, 2]; " + given});
  EXPECT_EQ(doubts_of(kSprings + "    admittance.virtual_stiffness: [9, 9]\n"),
            Sentences{"admittance.virtual_stiffness is [9, 9, 9, 9, 9, 9]; it has no effect, because every axis has "
                      "stiffness"});
  EXPECT_EQ(doubts_of("    wrench.tool.center_of_mass: [0, 0, 0.1]\n"),
            Sentences{"wrench.tool.center_of_mass is [0, 0, 0.1]; it has no effect, because wrench.tool.mass is 0"});
}

TEST(Doubts, AreAboutFixturesWithoutEffect) {
  EXPECT_EQ(doubts_of("    fixture_2: {stiffness: 8000, max_force: 40}\n"),
            Sentences{"fixture_2.stiffness is 8000 N/m; it has no effect, because the fixture is off (fixture_2.kind "
                      "is \"none\")"});
  EXPECT_EQ(doubts_of("    fixture_1: {kind: plane, radius: 0.2}\n    fixture_3: {kind: sphere, angle: 0.2, "
                      "direction: [1, 0, 0]}\n"),
            (Sentences{"fixture_1.radius is 0.2 m; it has no effect: it is for a sphere",
                       "fixture_3.direction is [1, 0, 0]; it has no effect: it is for a plane, a line or a cone",
                       "fixture_3.angle is 0.2 rad; it has no effect: it is for a cone"}));
}

// What is doubtful may run.
TEST(Doubts, AreNoRefusals) {
  AdmittanceParameters p;
  set(p, {{"press.regulation", std::string("normal")}, {"press.align", std::string("z")}, {"servo.delay", 0.01}});
  p.compliance.stiffness = 100.0 * Matrix6::Identity();
  EXPECT_EQ(check(p), Sentences());
  EXPECT_EQ(doubts(p).size(), 3u);
}

}  // namespace
}  // namespace limber::config
