// What a configuration is refused for before anything runs.
#pragma once

#include <exception>
#include <string>

#include "motion_plan.hpp"
#include "program.hpp"
#include "torque_plan.hpp"

namespace limber::app::test {

// What is wrong with the configuration, written to a file of that name; or nothing.
inline std::string plan_refusal(const std::string& name, const std::string& text) {
  PlanOptions options;
  options.configuration = temporary_file(name, text);
  try {
    const RunInput input = read_input(options);
    if (input.drives_torques()) {
      make_torque_plan(input);
    } else {
      make_motion_plan(input);
    }
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace limber::app::test
