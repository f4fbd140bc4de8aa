// Finds settings that are valid, but have no effect because of others, or not the effect that they seem to have.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/parameter_words.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

// Gathers sentences about settings that differ from their defaults: the others say nothing about what is wanted.
class Doubts {
 public:
  explicit Doubts(const AdmittanceParameters& p) : p_(p) {}

  void add(const std::string& key, bool doubted, const std::string& why) {
    if (doubted && given(key)) sentences_.push_back(fmt::format("{}; {}", value_words(key), why));
  }
  bool given(const std::string& key) const { return parameter(key).read(p_) != parameter(key).read(defaults_); }
  std::string value_words(const std::string& key) const {
    const Parameter<AdmittanceParameters>& found = parameter(key);
    const std::string unit = found.descriptor.lengths.empty() ? found.descriptor.unit : "";
    return fmt::format("{} is {}{}{}", key, shown_value(*found.read(p_)), unit.empty() ? "" : " ", unit);
  }
  std::vector<std::string> sentences() && { return std::move(sentences_); }

 private:
  static const Parameter<AdmittanceParameters>& parameter(const std::string& key) {
    return *find_admittance_parameter(key);
  }

  const AdmittanceParameters& p_;
  AdmittanceParameters defaults_;
  std::vector<std::string> sentences_;
};

// A press moves the tool as far as it needs to along such an axis only.
bool has_free_axis(const ComplianceParameters& c) {
  for (Eigen::Index i = 0; i < 3; ++i) {
    if (c.enabled_axes[static_cast<std::size_t>(i)] && c.stiffness.row(i).isZero(0.0)) return true;
  }
  return false;
}

// Why no press can be regulated; empty if one can.
std::string bar_to_regulation(const ComplianceParameters& c) {
  if (!has_free_axis(c)) {
    return "it has no effect: of x, y and z, none is an enabled axis without stiffness (admittance.enabled_axes, "
           "admittance.stiffness)";
  }
  return c.admittance_ratio == 0.0 ? "with an admittance.admittance_ratio of 0 a regulated press has no force" : "";
}

std::string bar_to_alignment(const AdmittanceParameters& p) {
  if (p.press.regulation != PressRegulation::kNormal) return "it has no effect without press.regulation: normal";
  if (!bar_to_regulation(p.compliance).empty()) return "it has no effect, because no press can be regulated";
  const auto& enabled = p.compliance.enabled_axes;
  const bool turns = enabled[3] || enabled[4] || enabled[5];
  return turns ? "" : "it has no effect, because admittance.enabled_axes lets the tool not turn";
}

void doubt_press(const AdmittanceParameters& p, Doubts& doubts) {
  const bool touches = p.press.max_touch_force > 0.0, follows = p.press.regulation != PressRegulation::kNone;
  const std::string no_regulation = bar_to_regulation(p.compliance), no_alignment = bar_to_alignment(p);
  doubts.add("press.regulation", !no_regulation.empty(), no_regulation);
  doubts.add("press.max_surface_speed", !follows, "it has no effect without press.regulation");
  doubts.add("press.align", !no_alignment.empty(), no_alignment);
  doubts.add("press.align_rate", p.press.align == PressAlign::kOff, "it has no effect without press.align");
  doubts.add("press.stiffest_wall", !touches, "it has no effect without press.max_touch_force");
  doubts.add("press.max_touch_force", !has_free_axis(p.compliance),
             "it has no effect: it slows an approach along an enabled axis without stiffness, and of x, y and z none "
             "is one (admittance.enabled_axes, admittance.stiffness)");
  doubts.add("press.max_touch_force", has_free_axis(p.compliance) && p.servo.lag == 0.0 && p.servo.delay == 0.0,
             "servo.lag and servo.delay are 0, so it counts on a robot that follows at once; a robot that lags touches "
             "harder");
}

void doubt_servo(const AdmittanceParameters& p, Doubts& doubts) {
  const bool predicts = p.press.max_touch_force > 0.0, leads = p.servo.lead && p.servo.lag > 0.0;
  const std::string unused = "it has no effect, because servo.lead is false and press.max_touch_force is 0";
  doubts.add("servo.lag", !p.servo.lead && !predicts, unused);
  doubts.add("servo.delay", !p.servo.lead && !predicts, unused);
  doubts.add("servo.delay", p.servo.lead && p.servo.lag == 0.0 && !predicts,
             "it has no effect without servo.lag: a delay alone is not led");
  doubts.add("servo.lag", leads && p.integrate_from == IntegrateFrom::kMeasured && !predicts,
             "the command is not led, because admittance.integrate_from is measured");
  doubts.add("servo.delay", leads && p.servo.delay > p.servo.lag,
             fmt::format("the command leads only as much of it as servo.lag, {:g} s", p.servo.lag));
}

// All settings of a group that is switched off.
void doubt_group(const std::string& group, bool off, Doubts& doubts) {
  const std::string enabled = group + ".enabled";
  for (const auto& parameter : admittance_schema()) {
    const std::string& key = parameter.descriptor.key;
    if (!key.starts_with(group + ".") || key == enabled) continue;
    doubts.add(key, off, fmt::format("it has no effect, because {} is false", enabled));
  }
}

void doubt_law(const AdmittanceParameters& p, Doubts& doubts) {
  const ComplianceParameters& c = p.compliance;
  const bool derived = !c.damping && !c.arm_damping;
  const bool soft = (c.stiffness.diagonal().array() == 0.0).any();
  const std::string why =
      fmt::format("it has no effect, because admittance.{} is given", c.damping ? "damping" : "arm_damping");
  doubts.add("admittance.damping_ratio", !derived, why);
  doubts.add("admittance.virtual_stiffness", !derived, why);
  doubts.add("admittance.virtual_stiffness", derived && !soft, "it has no effect, because every axis has stiffness");
  doubts.add("wrench.tool.center_of_mass", p.wrench.tool_mass == 0.0,
             "it has no effect, because wrench.tool.mass is 0");
}

// The first setting of a fixture that is off, and settings that its kind does not use.
void doubt_fixture(std::size_t index, FixtureKind kind, Doubts& doubts) {
  const std::string fixture = fmt::format("fixture_{}.", index + 1);
  if (kind == FixtureKind::kNone) {
    for (const char* name : {"point", "direction", "angle", "radius", "stiffness", "damping", "max_force"}) {
      if (!doubts.given(fixture + name)) continue;
      return doubts.add(fixture + name, true,
                        fmt::format("it has no effect, because the fixture is off ({}kind is \"none\")", fixture));
    }
    return;
  }
  const auto only_for = [&](const char* name, bool used, const char* kinds) {
    doubts.add(fixture + name, !used, fmt::format("it has no effect: it is for {}", kinds));
  };
  only_for("direction", kind != FixtureKind::kSphere, "a plane, a line or a cone");
  only_for("angle", kind == FixtureKind::kCone, "a cone");
  only_for("radius", kind == FixtureKind::kSphere, "a sphere");
}

}  // namespace

std::vector<std::string> doubts(const AdmittanceParameters& parameters) {
  Doubts found(parameters);
  doubt_law(parameters, found);
  doubt_group("tank", !parameters.tank.enabled, found);
  doubt_group("contact_guard", !parameters.contact_guard.enabled, found);
  doubt_servo(parameters, found);
  doubt_press(parameters, found);
  for (std::size_t i = 0; i < parameters.fixtures.size(); ++i) {
    doubt_fixture(i, parameters.fixtures[i].kind, found);
  }
  return std::move(found).sentences();
}

}  // namespace limber::config
