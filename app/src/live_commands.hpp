// What people say to a running program: `status`, a request by its name, a new value for a key, or one action as a
// script has them, in YAML.
//
//   status
//   hold
//   set max_linear_velocity 0.2
//   {push: [0, 10, 0], for: 1}      {set: {admittance.stiffness: [300, 300, 0, 30, 30, 30]}}
#pragma once

#include <string>

#include "live_reply.hpp"
#include "run.hpp"
#include "run_report.hpp"

namespace limber::app {

// Does what the line says. Throws nothing: whatever is wrong is in the answer, which begins with "ok" or "refused: ".
// Words that are no action get the list of those there are.
LiveReply obey(const std::string& line, Run& run, RunReport& report);

}  // namespace limber::app
