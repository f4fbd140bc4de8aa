// `limber explain`: what a configuration will do, in sentences and tables, and which walls it may touch.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "json.hpp"
#include "motion_plan.hpp"
#include "torque_plan.hpp"

namespace limber::app {

struct ExplainOptions {
  PlanOptions plan;
  std::optional<double> wall;   // N/m
  std::optional<double> speed;  // m/s, at which the arm is led into a wall
  bool json = false;
};

// The axes of a wrench, as people call them.
inline constexpr std::array<const char*, 6> kAxisWords{"x", "y", "z", "about x", "about y", "about z"};

// Throws ConfigError or ArmError.
void explain_command(const ExplainOptions& options);

// Its parts, each a chapter.
void explain_torque_arms(const TorquePlan& plan);
void explain_arm(const MotionPlan& plan);
void explain_law(const MotionPlan& plan);
void explain_limits(const MotionPlan& plan);
void explain_supervision(const MotionPlan& plan);
void explain_contact(const MotionPlan& plan, std::optional<double> wall);
void explain_touch(const MotionPlan& plan, const ExplainOptions& options);
void explain_stop(const MotionPlan& plan, const ExplainOptions& options);

// The same for programs.
Json explanation(const MotionPlan& plan, const ExplainOptions& options);
Json contact_explanation(const MotionPlan& plan, const ExplainOptions& options);
Json torque_explanation(const TorquePlan& plan);

// s: how fast a deflection (K > 0) or a speed (K = 0) dies away, by the slowest root of M s² + D s + K.
double time_constant(double M, double D, double K);
// "given", "derived", …
std::string damping_source(const ComplianceParameters& compliance);
// N, at most, friction included, if the arm is led into a plate at that velocity (m/s, in the base) and has these
// joints there; squarely at that speed; or so along axis 0, 1 or 2 of C at the start into a plain plate of that
// stiffness (N/m).
double peak_force(const MotionPlan& plan, const Vector3& velocity_B, const sim::Plate& plate, const JointVector& q);
double peak_force(const MotionPlan& plan, double speed, const sim::Plate& plate);
double peak_force(const MotionPlan& plan, std::size_t axis, double speed, double wall);

// N/m: the one that was asked about, or a soft, a firm and a hard one.
std::vector<double> walls_to_judge(std::optional<double> asked);

}  // namespace limber::app
