// `limber explain`: what a configuration will do, in sentences and tables, and which walls it may touch.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "run_plan.hpp"

namespace limber::app {

struct ExplainOptions {
  PlanOptions plan;
  std::optional<double> wall;   // N/m
  std::optional<double> speed;  // m/s, at which the arm is led into a wall
};

// The axes of a wrench, as people call them.
inline constexpr std::array<const char*, 6> kAxisWords{"x", "y", "z", "about x", "about y", "about z"};

// Throws ConfigError or ArmError.
void explain_command(const ExplainOptions& options);

// Its parts, each a chapter.
void explain_torque_arms(const PlanOptions& options);
void explain_arm(const RunPlan& plan);
void explain_law(const RunPlan& plan);
void explain_limits(const RunPlan& plan);
void explain_supervision(const RunPlan& plan);
void explain_contact(const RunPlan& plan, std::optional<double> wall);
void explain_stop(const RunPlan& plan, const ExplainOptions& options);

// N/m: the one that was asked about, or a soft, a firm and a hard one.
std::vector<double> walls_to_judge(std::optional<double> asked);

}  // namespace limber::app
