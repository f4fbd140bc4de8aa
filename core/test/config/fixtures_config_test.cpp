// The keys of the virtual fixtures: what is read, what is refused and why, and live changes.
#include <gtest/gtest.h>

#include <string>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

AdmittanceParameters with_fixtures(const std::string& lines) {
  return parse_admittance("c:\n  ros__parameters:\n" + lines, "cell.yaml");
}

// The sentences of a refusal.
std::string refusal_of(const std::string& lines) {
  try {
    with_fixtures(lines);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "taken";
}

std::string live_refusal(const std::string& key, const ParameterValue& value) {
  AdmittanceParameters p = with_fixtures("    fixture_1: {kind: cone}\n");
  try {
    set(p, key, value, Change::kLive);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "taken";
}

TEST(FixtureKeys, AreReadFromMapsAndFromDottedKeys) {
  const AdmittanceParameters p = with_fixtures(
      "    fixture_1: {kind: plane, point: [0.4, 0, 0.2], direction: [0, 0, -2], stiffness: 8000, damping: 400}\n"
      "    fixture_8.kind: sphere\n"
      "    fixture_8.radius: 0.25\n"
      "    fixture_8.max_force: 60\n");
  EXPECT_EQ(p.fixtures[0].kind, FixtureKind::kPlane);
  EXPECT_EQ(p.fixtures[0].point, Vector3(0.4, 0, 0.2));
  EXPECT_EQ(p.fixtures[0].direction, Vector3(0, 0, -2));
  EXPECT_EQ(p.fixtures[0].stiffness, 8000);
  EXPECT_EQ(p.fixtures[0].damping, 400);
  EXPECT_EQ(p.fixtures[0].max_force, 0.0);
  EXPECT_EQ(p.fixtures[1].kind, FixtureKind::kNone);
  EXPECT_EQ(p.fixtures[7].kind, FixtureKind::kSphere);
  EXPECT_EQ(p.fixtures[7].radius, 0.25);
  EXPECT_EQ(p.fixtures[7].max_force, 60);
}

TEST(FixtureKeys, RefuseWithASentenceThatSaysWhatIsAllowed) {
  EXPECT_EQ(refusal_of("    fixture_1: {kind: box}\n"),
            "cell.yaml:3: fixture_1.kind is \"box\"; it must be one of none, plane, line, cone, sphere");
  EXPECT_EQ(refusal_of("    fixture_2: {kind: plane, direction: [0, 0, 0]}\n"),
            "cell.yaml:3: fixture_2.direction is 0; the normal of a plane must not be 0");
  EXPECT_EQ(refusal_of("    fixture_2: {kind: sphere, radius: -0.1}\n"),
            "cell.yaml:3: fixture_2.radius is -0.1 m; a radius must be above 0 and at most 100");
  EXPECT_EQ(refusal_of("    fixture_2: {kind: cone, angle: 2}\n"),
            "cell.yaml:3: fixture_2.angle is 2 rad; an angle must be above 0 and at most 1.57");
  EXPECT_EQ(refusal_of("    fixture_2: {stiffness: 0}\n"),
            "cell.yaml:3: fixture_2.stiffness is 0 N/m; a stiffness must be above 0 and at most 100000");
  EXPECT_EQ(refusal_of("    fixture_9: {kind: plane}\n"),
            "cell.yaml:3: fixture_9.kind is not a known key; did you mean fixture_1.kind?");
  // A direction that the kind does not use may be anything; so may a fixture that is off.
  EXPECT_EQ(refusal_of("    fixture_2: {kind: sphere, direction: [0, 0, 0]}\n"), "taken");
  EXPECT_EQ(refusal_of("    fixture_2: {direction: [0, 0, 0]}\n"), "taken");
}

// At 20 Hz the law takes rates up to 32 · 20 = 640 1/s: with 0.1 kg 640² · 0.1 = 40960 N/m and 64 N s/m.
TEST(FixtureKeys, RefuseMoreThanTheLawCanIntegrate) {
  const std::string slow =
      "    update_rate: 20\n    stale_timeout: 0.2\n    admittance.mass: [0.1, 0.1, 0.1, 1, 1, 1]\n";
  EXPECT_EQ(refusal_of(slow + "    fixture_1: {kind: line, stiffness: 40000, damping: 60}\n"), "taken");
  EXPECT_EQ(
      refusal_of(slow + "    fixture_1: {kind: line, stiffness: 41000, damping: 60}\n"),
      "cell.yaml:6: fixture_1.stiffness is 41000 N/m, 41000 with the fixtures before it; with a mass of 0.1 kg at "
      "an update_rate of 20 Hz all of them together may have 40960 N/m");
  EXPECT_EQ(refusal_of(slow + "    fixture_1: {kind: line, damping: 40}\n    fixture_2: {kind: line, damping: 30}\n"),
            "cell.yaml:7: fixture_2.damping is 30 N s/m, 70 with the fixtures before it; with a mass of 0.1 kg at an "
            "update_rate of 20 Hz all of them together may have 64 N s/m");
}

TEST(FixtureKeys, ChangeLiveAndAreCheckedThere) {
  EXPECT_EQ(live_refusal("fixture_1.direction", std::vector<double>{0.0, 0.0, 0.0}),
            "fixture_1.direction is 0; the axis of a cone must not be 0");
  EXPECT_EQ(live_refusal("fixture_1.angle", 0.0),
            "fixture_1.angle is 0 rad; an angle must be above 0 and at most 1.57");
  EXPECT_EQ(live_refusal("fixture_1.kind", std::string("line")), "taken");
  AdmittanceParameters p;
  // All or none: a plane with its normal in one change.
  set(p, {{"fixture_3.kind", std::string("plane")}, {"fixture_3.direction", std::vector<double>{1.0, 0.0, 0.0}}},
      Change::kLive);
  EXPECT_EQ(p.fixtures[2].kind, FixtureKind::kPlane);
  EXPECT_EQ(p.fixtures[2].direction, Vector3(1, 0, 0));
}

}  // namespace
}  // namespace limber::config
