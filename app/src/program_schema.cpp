// The section's own keys, and those of phases and drives.
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

const SectionSchema& torque_program_schema() {
  static const SectionSchema kSchema{
      "limber",
      "A run of the controller `variable_stiffness`: one arm for each controller's section in the file.",
      "{controller: variable_stiffness, start: home, duration: 60}",
      {text_row("controller", {"variable_stiffness"}, "", "Tells this section from the one above."),
       text_row("robot", {}, std::string("`") + kTorqueRobot + "`",
                "A robot that `limber list` shows, or the path of a URDF."),
       text_row("base", {}, "the controller's `root_link`, or a known robot's own",
                "Base link of the arm in its URDF."),
       text_row("tip", {}, "the controller's `tip_link`, or a known robot's own", "Tip link of the arm in its URDF."),
       nested_key("start", "home, or one number for each joint (rad or m)", "`home`",
                  "Where the joints of every arm are at the start."),
       nested_key("scene", "the name of a scene, or a map (`limber.scene`)", "`free`", "What the tool may touch."),
       nested_key("tool", "a map (`limber.tool`)", "no tool", "What the arm carries."),
       number_row("duration", above(0).to(kLatest), "s", default_shown(torque_defaults().duration),
                  "How long the run lasts."),
       nested_key("drive", "a map (`limber.drive`)", "its defaults", "How the motors and the encoders are."),
       text_row("waypoints", {}, "none", "A file with more actions, counted from this file."),
       nested_key("script", "a list of maps (`limber.script[]`)", "`[]`", "What is done and when.")}};
  return kSchema;
}

const SectionSchema& drive_schema() {
  const sim::TorqueDriveParameters otherwise;
  static const SectionSchema kSchema{
      "limber.drive",
      "The simulated motors of a torque arm, all alike.",
      "{friction: 0.02, delay: 1, mass_scale: 1.1}",
      {number_row("armature", from(0).to(10), "kg m²", "`0.0125`", "Inertia of the rotor, seen through the gear."),
       number_row("damping", from(0).to(100), "N m s/rad", "the URDF's", "Viscous friction of each joint."),
       number_row("friction", from(0).to(10), "N m", "`0`", "Coulomb's friction of each joint."),
       number_row("effort_step", from(0).to(1), "N m", "1 / the controller's `torque_scale`",
                  "Torque of one count of current; 0: any torque."),
       {.key = "delay",
        .unit = "cycles",
        .bounds = from(0).to(100),
        .description = "From a command until its torque acts.",
        .default_words = default_shown(std::int64_t{otherwise.delay}),
        .type = config::ParameterType::kInteger},
       number_row("effort_noise", from(0).to(10), "N m", default_shown(otherwise.effort_noise),
                  "Standard deviation of each torque that the motors report."),
       number_row("mass_scale", above(0).to(10), "", "`1`", "How much heavier the links are than the model says."),
       flag_row("encoder", "`false`", "Whether joints are read in the steps of an XM430-W350.")}};
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
       flag_row("finds_contact", "`false`", "The tool touches something."),
       flag_row("leaves_contact", "`false`", "The tool touches something and is off it in the end."),
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
