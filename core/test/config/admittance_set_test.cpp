// Changes by key: converted, checked, all or none.
#include <gtest/gtest.h>

#include <cmath>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

std::string refusal(AdmittanceParameters& p, const ParameterChanges& changes, Change when = Change::kBeforeStart) {
  try {
    set(p, changes, when);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(Set, AValueGoesToItsMember) {
  AdmittanceParameters p;
  set(p, "admittance.stiffness", std::vector<double>{1, 2, 3, 4, 5, 6});
  set(p, "wrench_sign", -1.0);
  set(p, "expect_noise", false);
  set(p, "max_overruns", std::int64_t{7});
  set(p, "admittance.integrate_from", std::string("measured"));
  EXPECT_EQ(p.compliance.stiffness(4, 4), 5.0);
  EXPECT_EQ(p.wrench.sign, -1.0);
  EXPECT_FALSE(p.supervisor.expect_noise);
  EXPECT_EQ(p.supervisor.max_overruns, 7);
  EXPECT_EQ(p.integrate_from, IntegrateFrom::kMeasured);
}

TEST(Set, WholeNumbersBecomeRealOnesButNotTheReverse) {
  AdmittanceParameters p;
  set(p, "admittance.mass", std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
  set(p, "max_linear_velocity", std::int64_t{1});
  EXPECT_EQ(p.compliance.mass(1, 1), 2.0);
  EXPECT_EQ(p.limits.max_linear_velocity, 1.0);
  EXPECT_NE(refusal(p, {{"max_overruns", 2.0}}), "");
}

TEST(Set, AnEmptyListIsOneOfAnything) {
  AdmittanceParameters p;
  p.joints = {"a", "b"};
  set(p, "joints", std::vector<double>{});
  EXPECT_TRUE(p.joints.empty());
  EXPECT_NE(refusal(p, {{"admittance.mass", std::vector<std::string>{}}}), "");
  EXPECT_NE(refusal(p, {{"max_linear_velocity", std::vector<double>{}}}), "");
}

TEST(Set, SeveralAreRefusedWholeAndEachFaultIsNamed) {
  AdmittanceParameters p;
  const std::string error = refusal(p, {{"admittance.mass", std::vector<double>{1, 1, 1, 1, 1, 1}},
                                        {"admittance.stiffness", std::vector<double>{1, -2, 3, 4, 5, 6}},
                                        {"max_linear_velocity", -1.0}});
  EXPECT_NE(error.find("admittance.stiffness[1] is -2 N/m"), std::string::npos) << error;
  EXPECT_NE(error.find("max_linear_velocity is -1 m/s"), std::string::npos) << error;
  EXPECT_EQ(p.compliance.mass, AdmittanceParameters{}.compliance.mass);
}

TEST(Set, ChangesThatAreOnlyRightTogetherAreTakenTogether) {
  AdmittanceParameters p;
  set(p, "workspace.upper", std::vector<double>{1, 1, 1});
  const std::vector<double> lower{2, 2, 2};
  EXPECT_NE(refusal(p, {{"workspace.lower", lower}}), "");
  EXPECT_EQ(refusal(p, {{"workspace.lower", lower}, {"workspace.upper", std::vector<double>{3, 3, 3}}}), "");
  EXPECT_EQ(p.limits.planes.size(), 6u);
}

TEST(Set, AChangeThatIsWrongWithWhatIsThereIsRefused) {
  AdmittanceParameters p;
  EXPECT_NE(refusal(p, {{"admittance.damping", std::vector<double>(6, 0.0)}}), "");
  EXPECT_FALSE(p.compliance.damping.has_value());
  EXPECT_EQ(refusal(p, {{"admittance.damping", std::vector<double>(6, 0.0)},
                        {"admittance.arm_damping", std::vector<double>(6, 1.0)}}),
            "");
}

TEST(Set, OneFilterTakesThePlaceOfTheOtherAndBothAtOnceAreRefused) {
  AdmittanceParameters p;
  set(p, "admittance.filter_coefficient", 0.2);
  set(p, "admittance.filter_cutoff", 30.0);
  EXPECT_FALSE(p.wrench.filter_coefficient.has_value());
  EXPECT_EQ(p.wrench.filter_cutoff, 30.0);
  EXPECT_NE(refusal(p, {{"admittance.filter_coefficient", 0.2}, {"admittance.filter_cutoff", 30.0}}), "");
}

TEST(Set, PlanesAndBoxDoNotDisturbEachOther) {
  AdmittanceParameters p;
  set(p, "workspace.planes", std::vector<double>{0, 0, -2, 0.1});
  set(p, "workspace.lower", std::vector<double>{-1, -kUnlimited, -kUnlimited});
  ASSERT_EQ(p.limits.planes.size(), 2u);
  set(p, "workspace.planes", std::vector<double>{});
  ASSERT_EQ(p.limits.planes.size(), 1u);
  EXPECT_EQ(p.limits.planes[0].normal, Vector3(-1, 0, 0));
  EXPECT_EQ(p.limits.planes[0].offset, 1.0);
}

TEST(Set, AnUnknownKeyIsRefusedWithTheNearestKnownOne) {
  AdmittanceParameters p;
  EXPECT_EQ(refusal(p, {{"admittance.stifness", 1.0}}),
            "admittance.stifness is not a known key; did you mean admittance.stiffness?");
}

TEST(Set, TheSameParameterTwiceIsRefused) {
  AdmittanceParameters p;
  const std::vector<double> six(6, 1.0);
  EXPECT_NE(refusal(p, {{"admittance.mass", six}, {"admittance.inertia", six}}), "");
}

TEST(Set, ARunningControllerTakesComplianceButNotJoints) {
  AdmittanceParameters p;
  EXPECT_EQ(refusal(p, {{"admittance.admittance_ratio", 0.5}}, Change::kLive), "");
  EXPECT_NE(refusal(p, {{"joints", std::vector<std::string>{"a"}}}, Change::kLive), "");
  EXPECT_NE(refusal(p, {{"update_rate", 100.0}}, Change::kLive), "");
}

TEST(Set, WithDynamicParametersOffARunningControllerTakesNothing) {
  AdmittanceParameters p;
  p.dynamic_parameters = false;
  EXPECT_NE(refusal(p, {{"admittance.admittance_ratio", 0.5}}, Change::kLive), "");
  EXPECT_EQ(refusal(p, {{"admittance.admittance_ratio", 0.5}}), "");
}

TEST(Check, ValuesChangedByCodeAreHeldToTheSameRules) {
  const auto broken = [](auto change) {
    AdmittanceParameters p;
    change(p);
    return !check(p).empty();
  };
  EXPECT_TRUE(broken([](auto& p) { p.compliance.mass(0, 1) = 1; }));
  EXPECT_TRUE(broken([](auto& p) { p.compliance.mass(2, 2) = NAN; }));
  EXPECT_TRUE(broken([](auto& p) { p.compliance.damping = Matrix6::Zero(); }));
  EXPECT_TRUE(broken([](auto& p) { p.wrench.filter_cutoff = 250; }));
  EXPECT_TRUE(broken([](auto& p) { p.limits.planes = {{Vector3(0, 0, 0), 1}}; }));
  EXPECT_TRUE(broken([](auto& p) { p.limits.planes.resize(17, {Vector3(0, 0, 1), 1}); }));
  EXPECT_TRUE(broken([](auto& p) { p.limits.workspace_lower.x() = 0; }));
  EXPECT_TRUE(broken([](auto& p) { p.state_interfaces = {"position"}; }));
  EXPECT_TRUE(broken([](auto& p) { p.supervisor.stale_timeout = 0.001; }));
}

}  // namespace
}  // namespace limber::config
