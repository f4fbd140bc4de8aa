// What people say to a running program: `status`, a request by its name, a new value for a key, or one action as a
// script has them, in YAML.
//
//   status
//   hold
//   set max_linear_velocity 0.2
//   {push: [0, 10, 0], for: 1}      {set: {admittance.stiffness: [300, 300, 0, 30, 30, 30]}}
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "config/yaml_reader.hpp"
#include "live_reply.hpp"
#include "run_report.hpp"
#include "script.hpp"

namespace limber::app {

// What a kind of run understands.
struct LiveVocabulary {
  std::vector<std::string> requests;
  std::string example;  // of an action, in YAML
};

// "refused: " and a sentence, for a peer.
std::string refused(const std::string& sentence);

// The action that a line asks for, given to `act`; words that are none get the list of those there are. Throws nothing:
// whatever is wrong is in the answer, which begins with "ok" or "refused: ".
LiveReply obey_action(const std::string& line, const LiveVocabulary& vocabulary,
                      const std::function<LiveReply(const config::YamlValue&)>& act);

// Does what the line says to a run of controller A or B.
LiveReply obey(const std::string& line, const RunPlan& plan, RunReport& report, SimulatedRun& run,
               ScriptPlayer& player);

}  // namespace limber::app
