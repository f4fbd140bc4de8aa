// The keys of scene, tool, servo, sensor and hand.
#include "world_schema.hpp"

#include <string>

namespace limber::sim {
namespace {

using config::above;
using config::default_shown;
using config::from;
using config::nested_key;
using config::ParameterDescriptor;
using config::ParameterType;
using config::within;

ParameterDescriptor vector_key(const char* key, std::size_t length, double magnitude, const char* unit,
                               std::string default_words, const char* description) {
  return {.key = key,
          .unit = unit,
          .bounds = within(magnitude),
          .lengths = {length},
          .description = description,
          .default_words = std::move(default_words),
          .type = ParameterType::kNumbers};
}

ParameterDescriptor number_key(const char* key, const config::Bounds& bounds, const char* unit,
                               std::string default_words, const char* description) {
  return {.key = key,
          .unit = unit,
          .bounds = bounds,
          .description = description,
          .default_words = std::move(default_words)};
}

using Keys = std::vector<ParameterDescriptor>;

Keys joined(const std::vector<Keys>& parts) {
  Keys all;
  for (const Keys& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Where a plate or a surface is.
Keys place_keys() {
  return {
      vector_key("position", 3, 10.0, "m", "none", "A point of the surface, in the base."),
      vector_key("from_tool", 3, 10.0, "m", "none", "The same, relative to the tool point at the start, in base axes."),
      vector_key("normal", 3, 1e3, "", default_shown(std::vector<double>{0, 0, 1}),
                 "Out of the surface, in the base, of any length except 0. Not together with `slope_deg`."),
      number_key("slope_deg", within(90), "degrees", "none", "Slope of the surface, instead of a normal."),
      vector_key("uphill", 3, 1e3, "", default_shown(std::vector<double>{1, 0, 0}),
                 "Uphill direction in the base; needs `slope_deg`.")};
}

Keys shape_keys() {
  return {number_key("radius", above(0).to(10), "m", "none", "Of a cylinder or a sphere, which must have one."),
          vector_key("axis", 3, 1e3, "", default_shown(std::vector<double>{0, 1, 0}),
                     "Of a cylinder, in the base, of any length except 0; turned across the normal."),
          number_key("amplitude", from(0).to(1), "m", "none", "Of a sine wave, which must have one."),
          number_key("wavelength", from(0.001).to(100), "m", "none", "Of a sine wave, which must have one."),
          vector_key("along", 3, 1e3, "", default_shown(std::vector<double>{1, 0, 0}),
                     "Where s of a sine wave grows, in the base; turned across the normal.")};
}

std::string scene_names() {
  std::string names;
  for (const NamedScene& scene : named_scenes()) names += scene.name + ", ";
  return names;
}

}  // namespace

const config::SectionSchema& world_schema() {
  static const config::SectionSchema kSchema{
      "limber",
      "The world of the simulated arm.",
      "{scene: table, servo: {lag: 0.03}}",
      {nested_key("scene", scene_names() + "or a map (`limber.scene`)", "`free`", "Surroundings of the arm."),
       nested_key("tool", "a map (`limber.tool`)", "that of the controller", "The tool behind the force sensor."),
       nested_key("servo", "a map (`limber.servo`)", "its defaults", "How the arm follows its commands."),
       nested_key("sensor", "a map (`limber.sensor`)", "its defaults", "The noise and the bias of the force sensor."),
       nested_key("hand", "a list of maps (`limber.hand[]`)", "`[]`", "A hand that pushes the tool at given times.")}};
  return kSchema;
}

const config::SectionSchema& scene_schema() {
  static const config::SectionSchema kSchema{
      "limber.scene",
      "A custom scene, instead of a name.",
      "{plates: [{from_tool: [0, 0, -0.05], stiffness: 5000}]}",
      {nested_key("plates", "a list of maps (`limber.scene.plates[]`)", "none, or `surfaces`",
                  "Flat, light plates on springs."),
       nested_key("surfaces", "a list of maps (`limber.scene.surfaces[]`)", "none, or `plates`",
                  "Planes, cylinders, spheres and waves that are soft along their normals.")}};
  return kSchema;
}

const config::SectionSchema& plate_schema() {
  const Plate otherwise;
  static const config::SectionSchema kSchema{
      "limber.scene.plates[]",
      "A flat surface on a spring along its normal. One of `position` and `from_tool` must be given.",
      "{from_tool: [0, 0, -0.05], slope_deg: 10, uphill: [0, 1, 0], stiffness: 5000}",
      joined({{{.key = "name",
                .description = "Its name in the summary.",
                .default_words = "`table`",
                .type = ParameterType::kText}},
              place_keys(),
              {number_key("stiffness", from(100).to(1e6), "N/m", "", "Stiffness of the spring."),
               number_key("damping", from(0).to(1e5), "N s/m", "a tenth of critical", "Damping of the spring."),
               number_key("mass", above(0).to(100), "kg", default_shown(otherwise.mass),
                          "Mass of the plate; acts on impact."),
               number_key("friction", from(0).to(2), "", default_shown(otherwise.friction),
                          "Coulomb coefficient; 0: no friction."),
               number_key("half_size", above(0).to(5), "m", default_shown(otherwise.half_size),
                          "Half of the length of each side.")}})};
  return kSchema;
}

const config::SectionSchema& surface_schema() {
  const Surface otherwise;
  static const config::SectionSchema kSchema{
      "limber.scene.surfaces[]",
      "A solid that is soft along its normals, without mass and without edges. One of `position` and `from_tool` must "
      "be "
      "given.",
      "{shape: cylinder, radius: 0.15, axis: [0, 1, 0], from_tool: [0, 0, -0.05], stiffness: 5000, friction: 0.3}",
      joined(
          {{{.key = "shape",
             .choices = {"plane", "cylinder", "sphere", "sine"},
             .description = "A sine wave is `amplitude` sin(2 pi s / `wavelength`) high over a plane; of a cylinder "
                            "and a sphere, the outside.",
             .type = ParameterType::kText},
            {.key = "name",
             .description = "Its name in the summary.",
             .default_words = "its shape",
             .type = ParameterType::kText}},
           place_keys(),
           shape_keys(),
           {number_key("stiffness", from(100).to(1e6), "N/m", "", "Stiffness along the normal."),
            number_key("damping", from(0).to(1e5), "N s/m", "that of a plate of 0.2 kg", "Damping along the normal."),
            number_key("friction", from(0).to(2), "", default_shown(otherwise.friction),
                       "Coulomb coefficient; 0: no friction. A tool at rest is held.")}})};
  return kSchema;
}

const config::SectionSchema& tool_schema() {
  static const config::SectionSchema kSchema{
      "limber.tool",
      "The real tool behind the sensor, in the tip frame.",
      "{tip: [0, 0, 0.12], mass: 0.8}",
      {number_key("mass", from(0).to(100), "kg", "the controller's `wrench.tool.mass`", "Its mass."),
       vector_key("center_of_mass", 3, 2.0, "m", "the controller's `wrench.tool.center_of_mass`",
                  "Its centre of mass."),
       vector_key("tip", 3, 2.0, "m", default_shown(std::vector<double>{0, 0, 0}),
                  "The tool point, which touches and is pushed."),
       number_key("radius", above(0).to(0.5), "m", default_shown(ToolEntry{}.radius),
                  "Radius of the ball that touches.")}};
  return kSchema;
}

const config::SectionSchema& servo_schema() {
  const ServoParameters otherwise;
  static const config::SectionSchema kSchema{
      "limber.servo",
      "How the arm follows its commands.",
      "{lag: 0.03, delay: 0.002}",
      {number_key("lag", from(0).to(10), "s", default_shown(otherwise.lag), "Time constant of the servo; 0: none."),
       number_key("delay", from(0).to(10), "s", default_shown(otherwise.delay), "Dead time of the servo.")}};
  return kSchema;
}

const config::SectionSchema& sensor_schema() {
  const SensorParameters otherwise;
  static const config::SectionSchema kSchema{
      "limber.sensor",
      "The simulated force sensor.",
      "{force_noise: 0.1, torque_noise: 0.005, bias: [0, 0, 2, 0, 0, 0]}",
      {number_key("force_noise", from(0).to(100), "N", default_shown(otherwise.force_noise),
                  "Standard deviation of each force of each reading."),
       number_key("torque_noise", from(0).to(10), "N m", default_shown(otherwise.torque_noise),
                  "Standard deviation of each torque."),
       vector_key("bias", 6, 1000.0, "N, N m", default_shown(std::vector<double>(6, 0.0)),
                  "Reading without load, in its own frame.")}};
  return kSchema;
}

const config::SectionSchema& hand_schema() {
  static const config::SectionSchema kSchema{
      "limber.hand[]",
      "One push. A force or a torque must be given.",
      "{at: 17, for: 1.5, force: [25, 0, 0]}",
      {number_key("at", from(0).to(kLongestRun), "s", "", "Start of the push."),
       number_key("for", above(0).to(kLongestRun), "s", "", "Duration, including rise and release."),
       vector_key("force", 3, 1e4, "N", default_shown(std::vector<double>{0, 0, 0}), "Force on the tool, in the base."),
       vector_key("torque", 3, 1e3, "N m", default_shown(std::vector<double>{0, 0, 0}),
                  "Torque on the tool, in the base."),
       vector_key("where", 3, 10.0, "m", "the tool point", "Pushed point, in the tip frame."),
       number_key("rise", above(0).to(60), "s", default_shown(Push{}.rise),
                  "Time of the rise and of the release, each half a cosine.")}};
  return kSchema;
}

std::vector<const config::SectionSchema*> world_parts() {
  return {&scene_schema(), &plate_schema(),  &surface_schema(), &tool_schema(),
          &servo_schema(), &sensor_schema(), &hand_schema()};
}

}  // namespace limber::sim
