// The values of a valid file: matrices, the workspace, sections, round trips.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "fixture_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

AdmittanceParameters parse(const std::string& text, const std::string& section = "") {
  return parse_admittance(text, "test.yaml", section);
}

TEST(Values, AFullMatrixKeepsItsCoupledBlocks) {
  const AdmittanceParameters p = parse(kEveryKind);
  EXPECT_EQ(p.compliance.stiffness(0, 5), 10.0);
  EXPECT_EQ(p.compliance.stiffness(5, 0), 10.0);
  EXPECT_EQ(p.compliance.stiffness(1, 1), 100.0);
  EXPECT_EQ(p.compliance.mass(3, 3), 0.3);
}

TEST(Values, ABoxBecomesItsClosedSidesAndThePlanesFollow) {
  const LimitParameters limits = parse(kEveryKind).limits;
  ASSERT_EQ(limits.planes.size(), 5u);
  const Vector3 inside(0.0, 50.0, 0.1);
  const auto allowed = [&](const Vector3& p) {
    return std::all_of(limits.planes.begin(), limits.planes.end() - 1,
                       [&](const Plane& plane) { return plane.normal.dot(p) <= plane.offset; });
  };
  EXPECT_TRUE(allowed(inside));
  EXPECT_FALSE(allowed({-0.81, 0, 0.1}));
  EXPECT_FALSE(allowed({0.81, 0, 0.1}));
  EXPECT_FALSE(allowed({0, 0, -0.01}));
  EXPECT_FALSE(allowed({0, 0, 1.21}));
  EXPECT_NEAR(limits.planes.back().normal.norm(), 1.0, 1e-15);
  EXPECT_NEAR(limits.planes.back().normal.x(), std::sqrt(0.5), 1e-15);
  EXPECT_EQ(limits.planes.back().offset, 0.9);
}

TEST(Values, OneJointLimitMayStandForAll) {
  const AdmittanceParameters p = parse(kEveryKind);
  EXPECT_EQ(p.limits.joint_lower, std::vector<double>{-6});
  EXPECT_EQ(p.limits.joint_upper, (std::vector<double>{6, 6, 3, 6, 6, 6}));
}

TEST(Values, TwoVirtualStiffnessesAreLinearAndAngular) {
  EXPECT_EQ(parse("c: {admittance: {virtual_stiffness: [50, 5]}}").compliance.virtual_stiffness,
            (Vector6() << 50, 50, 50, 5, 5, 5).finished());
}

TEST(Values, InfinityIsTakenWhereItSwitchesOff) {
  const AdmittanceParameters p = parse(kEveryKind);
  EXPECT_EQ(p.supervisor.overforce, kUnlimited);
  EXPECT_EQ(p.supervisor.overtorque, 10.0);
}

TEST(Values, ADottedKeyMeansTheSameAsNestedMaps) {
  EXPECT_EQ(parse("c: {admittance.admittance_ratio: 0.5}").compliance.admittance_ratio, 0.5);
}

TEST(Values, WithArmDampingGivenDampingStaysAbsent) {
  const AdmittanceParameters p = parse("c: {admittance: {arm_damping: [1, 1, 1, 1, 1, 1]}}");
  EXPECT_FALSE(p.compliance.damping.has_value());
}

TEST(Values, AnUndampedAxisIsAllowedWhereItIsNotEnabled) {
  EXPECT_NO_THROW(
      parse("c: {admittance: {damping: [9, 9, 9, 0, 0, 0], "
            "enabled_axes: [true, true, true, false, false, false]}}"));
}

TEST(Sections, TheOnlyControllerIsTakenBesideTheManagerAndTheProgram) {
  const std::string text =
      "limber: {robot: ur5e}\n/arm/controller_manager: {ros__parameters: {update_rate: 100}}\n"
      "/arm/yielding: {ros__parameters: {update_rate: 250}}\n";
  EXPECT_EQ(parse(text).name, "yielding");
  EXPECT_EQ(parse(text).update_rate, 250.0);
}

TEST(Sections, ANamedSectionIsTakenOfSeveral) {
  const std::string text = "left: {update_rate: 100}\n/cell/right: {update_rate: 200}\n";
  EXPECT_EQ(parse(text, "left").update_rate, 100.0);
  EXPECT_EQ(parse(text, "right").update_rate, 200.0);
  EXPECT_EQ(parse(text, "/cell/right").update_rate, 200.0);
}

TEST(RoundTrip, EveryDefaultOfTheSchemaIsAllowedAndParsesBack) {
  const AdmittanceParameters defaults;
  std::string text = "c:\n  ros__parameters:\n";
  for (const auto& parameter : admittance_schema()) {
    if (const auto value = parameter.read(defaults))
      text += "    " + parameter.descriptor.key + ": " + to_yaml(*value) + "\n";
  }
  const AdmittanceParameters read = parse(text);
  for (const auto& parameter : admittance_schema()) {
    EXPECT_EQ(parameter.read(read), parameter.read(defaults)) << parameter.descriptor.key;
  }
}

TEST(RoundTrip, WhatWasReadCanBeWrittenAndReadAgain) {
  const AdmittanceParameters first = parse(kEveryKind);
  std::string text = "c:\n";
  for (const auto& parameter : admittance_schema()) {
    if (const auto value = parameter.read(first))
      text += "  " + parameter.descriptor.key + ": " + to_yaml(*value) + "\n";
  }
  const AdmittanceParameters again = parse(text);
  for (const auto& parameter : admittance_schema()) {
    EXPECT_EQ(parameter.read(again), parameter.read(first)) << parameter.descriptor.key;
  }
}

TEST(Schema, EveryParameterHasAKeyOfItsOwnADescriptionAndADefaultInValueOrWords) {
  std::set<std::string> keys;
  for (const auto& parameter : admittance_schema()) {
    const ParameterDescriptor& d = parameter.descriptor;
    EXPECT_TRUE(keys.insert(d.key).second) << d.key;
    for (const std::string& alias : d.aliases) EXPECT_TRUE(keys.insert(alias).second) << alias;
    EXPECT_TRUE(d.description.ends_with(".")) << d.key;
    EXPECT_TRUE(parameter.read({}).has_value() || !d.default_words.empty()) << d.key;
    EXPECT_EQ(find_admittance_parameter(d.key), &parameter);
  }
}

TEST(Schema, TheDefaultsPassTheirOwnChecks) { EXPECT_TRUE(check(AdmittanceParameters{}).empty()); }

}  // namespace
}  // namespace limber::config
