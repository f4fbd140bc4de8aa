// What people say to a running program: `status`, or one action as a script has them, in YAML.
//
//   status
//   {request: hold}      {push: [0, 10, 0], for: 1}      {set: {admittance.stiffness: [300, 300, 0, 30, 30, 30]}}
#pragma once

#include <string>

#include "run_report.hpp"
#include "script.hpp"

namespace limber::app {

// Does what the line says, through the script's player; returns the answer: lines of which the first begins with "ok"
// or "refused: ".
std::string obey(const std::string& line, const RunPlan& plan, const RunReport& report, double now,
                 ScriptPlayer& player);

}  // namespace limber::app
