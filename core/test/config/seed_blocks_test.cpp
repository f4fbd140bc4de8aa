// The YAML blocks of the documents load unchanged, with the values they state.
#include <gtest/gtest.h>

#include "fixture_text.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

Matrix6 diagonal(double a, double b, double c, double d, double e, double f) {
  return (Vector6() << a, b, c, d, e, f).finished().asDiagonal();
}

TEST(SeedBlocks, SurfaceFollowingLoadsUnchanged) {
  const AdmittanceParameters p = load_admittance(fixture_path("seed_000_surface_following.yaml"));
  EXPECT_EQ(p.name, "ur_admittance_controller");
  EXPECT_EQ(p.compliance.mass, diagonal(3, 3, 0.8, 0.3, 0.3, 0.3));
  EXPECT_EQ(p.compliance.damping_ratio, (Vector6() << 0.7, 0.7, 0.9, 0.8, 0.8, 0.8).finished());
  EXPECT_EQ(p.compliance.stiffness, diagonal(0, 0, 100, 0, 0, 0));
  EXPECT_EQ(p.compliance.enabled_axes, (std::array<bool, 6>{true, true, true, false, false, false}));
  EXPECT_EQ(p.wrench.min_motion_threshold, 0.8);
  EXPECT_EQ(p.wrench.filter_coefficient, 0.1);
  EXPECT_EQ(p.limits.max_linear_velocity, 0.1);
  EXPECT_EQ(p.limits.max_angular_velocity, 0.2);
  EXPECT_FALSE(p.compliance.damping.has_value());
}

TEST(SeedBlocks, HumanCollaborationNamesAdmittanceTwiceAndBothCount) {
  const AdmittanceParameters p = load_admittance(fixture_path("seed_000_human_collaboration.yaml"));
  EXPECT_EQ(p.compliance.mass, diagonal(5, 5, 5, 0.5, 0.5, 0.5));
  EXPECT_EQ(p.compliance.damping_ratio, (Vector6() << 0.8, 0.8, 0.8, 0.9, 0.9, 0.9).finished());
  EXPECT_EQ(p.wrench.min_motion_threshold, 2.0);
  EXPECT_EQ(p.wrench.filter_coefficient, 0.2);
  EXPECT_EQ(p.limits.max_linear_velocity, 0.2);
  EXPECT_EQ(p.limits.max_angular_velocity, 0.5);
  EXPECT_EQ(p.drift.linear, 0.0005);
}

TEST(SeedBlocks, CompliantFrameLoadsWithItsNamesInAngleBracketsAndWithoutRosParameters) {
  const AdmittanceParameters p = load_admittance(fixture_path("seed_002_compliant_frame.yaml"));
  EXPECT_EQ(p.name, "<controller_name>");
  EXPECT_EQ(p.frame_id, "<admittance_reference_frame>");
  EXPECT_EQ(p.compliance.mass, diagonal(1, 1, 1, 0.1, 0.1, 0.1));
  EXPECT_EQ(p.compliance.damping_ratio, Vector6::Ones());
  EXPECT_EQ(p.compliance.stiffness, diagonal(200, 200, 200, 50, 50, 50));
}

TEST(SeedBlocks, TypicalValuesOfTheFourMatrixFormLoad) {
  const AdmittanceParameters p = load_admittance(fixture_path("seed_003_typical_values.yaml"));
  EXPECT_EQ(p.compliance.mass, diagonal(2, 2, 2, 2, 2, 2));
  EXPECT_EQ(p.compliance.stiffness, diagonal(10, 20, 10, 10, 10, 10));
  ASSERT_TRUE(p.compliance.damping && p.compliance.arm_damping);
  EXPECT_EQ(*p.compliance.damping, Matrix6::Zero());
  EXPECT_EQ(*p.compliance.arm_damping, diagonal(12, 12, 12, 10, 10, 10));
}

TEST(SeedBlocks, WhatABlockDoesNotNameKeepsItsDefault) {
  const AdmittanceParameters p = load_admittance(fixture_path("seed_000_surface_following.yaml"));
  const AdmittanceParameters defaults;
  EXPECT_EQ(p.update_rate, defaults.update_rate);
  EXPECT_EQ(p.supervisor.trajectory_duration, defaults.supervisor.trajectory_duration);
  EXPECT_EQ(p.wrench.gravity, defaults.wrench.gravity);
}

}  // namespace
}  // namespace limber::config
