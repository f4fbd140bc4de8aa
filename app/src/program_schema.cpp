// The section's own keys, and those of phases.
#include "program_schema.hpp"

#include "program_section.hpp"
#include "robots.hpp"
#include "world_schema.hpp"

namespace limber::app {
namespace {

using config::above;
using config::default_shown;
using config::from;
using config::nested_key;
using config::ParameterDescriptor;
using config::ParameterType;
using config::SectionSchema;

std::string robot_names() {
  std::string names;
  for (const KnownRobot& robot : known_robots()) names += robot.name + ", ";
  return names;
}

}  // namespace

ParameterDescriptor number_row(const char* key, const config::Bounds& bounds, const char* unit,
                               std::string default_words, const char* description) {
  return {.key = key,
          .unit = unit,
          .bounds = bounds,
          .description = description,
          .default_words = std::move(default_words)};
}

ParameterDescriptor vector_row(const char* key, std::vector<std::size_t> lengths, double magnitude, const char* unit,
                               std::string default_words, const char* description) {
  return {.key = key,
          .unit = unit,
          .bounds = config::within(magnitude),
          .lengths = std::move(lengths),
          .description = description,
          .default_words = std::move(default_words),
          .type = ParameterType::kNumbers};
}

ParameterDescriptor flag_row(const char* key, std::string default_words, const char* description) {
  return {
      .key = key, .description = description, .default_words = std::move(default_words), .type = ParameterType::kBool};
}

ParameterDescriptor text_row(const char* key, std::vector<std::string> choices, std::string default_words,
                             const char* description) {
  return {.key = key,
          .choices = std::move(choices),
          .description = description,
          .default_words = std::move(default_words),
          .type = ParameterType::kText};
}

const SectionSchema& program_schema() {
  static const SectionSchema kSchema = [] {
    const ProgramSection otherwise;
    SectionSchema schema{
        "limber",
        "A run of the controller `admittance` or `cartesian_admittance`.",
        "{robot: ur5e, start: home, duration: 30, scene: table}",
        {text_row("controller", {"admittance", "cartesian_admittance"}, "`admittance`",
                  "Which controller runs; `cartesian_admittance` takes trajectories, and `variable_stiffness` has a "
                  "section of its own, below."),
         nested_key("robot",
                    robot_names() + "or the path of a URDF, counted from this file or from where the program runs",
                    "`" + otherwise.robot.robot + "`", "The arm."),
         text_row("base", {}, "the known robot's", "Base link of the arm in its URDF; a URDF needs it."),
         text_row("tip", {}, "the known robot's", "Tip link of the arm in its URDF; a URDF needs it."),
         nested_key("start", "home, or one number for each joint (rad or m) within its limits", "`home`",
                    "Where the joints are at the start."),
         number_row("duration", above(0).to(kLatest), "s", default_shown(otherwise.duration),
                    "How long the run lasts."),
         number_row("stiffest_contact", from(1).to(1e7), "N/m", "only the scene's",
                    "The stiffest that the arm is meant to touch; `limber explain` judges it."),
         nested_key("script", "a list of maps (`limber.script[]`)", "`[]`", "What is done and when."),
         nested_key("phases", "a list of maps (`limber.phases[]`)", "`[]`",
                    "What the run should show; a phase that does not is exit code 1.")}};
    for (const ParameterDescriptor& key : sim::world_schema().keys) schema.keys.push_back(key);
    return schema;
  }();
  return kSchema;
}

const SectionSchema& phase_schema() {
  static const SectionSchema kSchema{
      "limber.phases[]",
      "A named stretch of the run and what it should show.",
      "{name: push, from: 17, until: 23, yields: 0.04, comes_back: 0.005}",
      {text_row("name", {}, "", "What the status line and the summary call it."),
       number_row("from", from(0).to(kLatest), "s", "", "When it begins."),
       number_row("until", above(0).to(kLatest), "s", "", "When it ends, after `from`."),
       flag_row("finds_contact", "`false`", "The tool touches a plate."),
       flag_row("leaves_contact", "`false`", "The tool touches a plate and is off it in the end."),
       nested_key("holds", "a map (`limber.phases[].holds`)", "nothing", "The contact force that is held."),
       number_row("yields", above(0).to(2), "m", "nothing", "A hand deflects the tool at least so far."),
       number_row("yields_at_most", above(0).to(2), "m", "nothing", "A hand deflects the tool no farther."),
       number_row("comes_back", above(0).to(2), "m", "nothing",
                  "In the end the tool is back as near as this, after a hand deflected it.")}};
  return kSchema;
}

const SectionSchema& held_force_schema() {
  static const SectionSchema kSchema{
      "limber.phases[].holds",
      "The true contact force along the press.",
      "{force: 10, within: 2.5, after: 0.5}",
      {number_row("force", above(0).to(1000), "N", "", "The force that should be held."),
       number_row("within", above(0).to(1000), "N", "", "The largest deviation from it."),
       number_row("after", from(0).to(kLatest), "s", "`0`", "Time from the start of the phase that does not count.")}};
  return kSchema;
}

}  // namespace limber::app
