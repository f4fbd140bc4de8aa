// The keys of the actions of a script.
#include "program_schema.hpp"
#include "script_reader.hpp"

namespace limber::app {
namespace {

using config::above;
using config::from;
using config::nested_key;
using config::ParameterDescriptor;
using config::SectionSchema;

ParameterDescriptor duration_row(const char* description) {
  return number_row("for", above(0).to(kLatest), "s", "", description);
}

SectionSchema action(const char* keyword, const char* description, const char* example,
                     std::vector<ParameterDescriptor> keys) {
  keys.insert(keys.begin(), script_time());
  return {"limber.script[]", description, example, std::move(keys), keyword};
}

}  // namespace

// What is sent to a running program happens at once and must not have it, so the reader of a script asks for it.
const ParameterDescriptor& script_time() {
  static const ParameterDescriptor kTime =
      number_row("at", from(0).to(kLatest), "s", "must be given in a script", "When it begins.");
  return kTime;
}

const std::vector<SectionSchema>& script_schemas() {
  static const std::vector<SectionSchema> kSchemas{
      action("press", "A control wrench: the tool presses.", "{at: 2.5, press: [0, 0, -10, 0, 0, 0], for: 20}",
             {vector_row("press", {6}, 1000.0, "N, N m", "", "The wrench, in the compliance frame."),
              duration_row("How long it presses.")}),
      action("push", "A hand pushes the tool point.", "{at: 5, push: [0, 10, 0], for: 1}",
             {vector_row("push", {3, 6}, 1e4, "N, N m", "", "The force, or the whole wrench, in the base."),
              duration_row("How long it pushes.")}),
      action("move", "The reference goes straight. Not with `cartesian_admittance`.",
             "{at: 8, move: [0, 0.25, 0], speed: 0.05}",
             {vector_row("move", {3}, 10.0, "m", "", "How far, in the base."),
              number_row("speed", above(0).to(2), "m/s", "", "Its speed between a smooth start and a smooth stop.")}),
      action(
          "trajectory", "A timed compliant trajectory. Only with `cartesian_admittance`.",
          "{at: 1, trajectory: insertion.yaml, from: start}",
          {text_row(
               "trajectory", {}, "",
               "Its file, counted from this file, also if it is sent to a run ([trajectories.md](trajectories.md))."),
           text_row("from", {"start", "base"}, "`base`",
                    "Whether its poses begin where the reference stood at the start, or are those of the base.")}),
      action("request", "What people may ask of a controller.", "{at: 8, request: tare}",
             {text_row("request", request_names(), "", "`tare_anyway` tares whatever the force is.")}),
      action("set", "New values for live parameters, all of them or none.", "{at: 9, set: {max_linear_velocity: 0.2}}",
             {nested_key("set", "a map of keys that are live, and their values ([configuration.md](configuration.md))",
                         "", "The changes.")})};
  return kSchemas;
}

const std::vector<SectionSchema>& torque_script_schemas() {
  const ParameterDescriptor arm = text_row("arm", {}, "all of them", "The arm that it is for, by its name.");
  static const std::vector<SectionSchema> kSchemas{
      action("waypoint", "A waypoint for the tool, after those that wait.", "{at: 8, waypoint: [0.2, 0, 0.15]}",
             {arm, vector_row("waypoint", {3}, 10.0, "m", "", "Where to, in the base."),
              flag_row("relative", "`false`", "Whether it is added to the cycle's target.")}),
      action(
          "push", "A hand pushes the tool.", "{at: 20, push: [0, 1, 0], for: 2}",
          {arm, vector_row("push", {3}, 1e3, "N", "", "The force, in the base."), duration_row("How long it pushes.")}),
      action("request", "What people may ask of a controller.", "{at: 30, request: hold}",
             {arm, text_row("request", torque_request_names(), "", "What is asked for.")}),
      action("set", "New values for live parameters, all of them or none.", "{at: 40, set: {max_rise_rate: 80}}",
             {arm, nested_key("set",
                              "a map of keys that are live, and their values "
                              "([configuration_variable_stiffness.md](configuration_variable_stiffness.md))",
                              "", "The changes.")})};
  return kSchemas;
}

const SectionSchema& waypoint_file_schema() {
  static const SectionSchema kSchema{
      "",
      "The file that `waypoints` names.",
      "{waypoints: [{at: 8, waypoint: [0.2, 0, 0.15]}]}",
      {nested_key("waypoints", "a list of maps (`limber.script[]`)", "", "Actions, as in a script.")}};
  return kSchema;
}

}  // namespace limber::app
