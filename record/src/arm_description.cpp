#include "limber/record/arm_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "limber/configuration.hpp"

namespace limber::record {
namespace {

template <class Parameters>
std::string yaml_by(const std::vector<config::Parameter<Parameters>>& schema, const Parameters& parameters) {
  std::string text = "controller:\n  ros__parameters:\n";
  for (const auto& parameter : schema) {
    const std::optional<config::ParameterValue> value = parameter.read(parameters);
    if (value) text += fmt::format("    {}: {}\n", parameter.descriptor.key, config::to_yaml(*value));
  }
  return text;
}

std::string words_of(const JointVector& q) {
  std::string words;
  for (const double angle : q) words += fmt::format("{}{}", words.empty() ? "" : " ", angle);
  return words;
}

double number_in(const std::string& text, std::size_t& at) {
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
  if (error != std::errc()) throw RecordError("the metadata of an arm has a number that is none");
  at = static_cast<std::size_t>(end - text.data());
  return number;
}

JointVector joints_in(const std::string& text) {
  JointVector q;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (q.size() == kMaxJoints) throw RecordError("the metadata of an arm has too many joints");
    q.conservativeResize(q.size() + 1);
    q[q.size() - 1] = number_in(text, at);
  }
  return q;
}

}  // namespace

std::string yaml_of(const AdmittanceParameters& parameters) { return yaml_by(config::admittance_schema(), parameters); }
std::string yaml_of(const VariableStiffnessParameters& parameters) {
  return yaml_by(config::variable_stiffness_schema(), parameters);
}

StringMap metadata_of(const ArmDescription& arm) {
  return {{"name", arm.name},
          {"controller", arm.controller},
          {"base", arm.base},
          {"tip", arm.tip},
          {"prefix", arm.prefix},
          {"freezes_joints_beside_the_chain", arm.freezes ? "true" : "false"},
          {"counts_lateness_only", arm.counts_lateness_only ? "true" : "false"},
          {"prepared_at", words_of(arm.prepared_at)},
          {"rate_Hz", fmt::format("{}", arm.rate)}};
}

ArmDescription description_of(const StringMap& metadata) {
  const auto value = [&](const char* key) {
    const auto found = metadata.find(key);
    if (found == metadata.end()) throw RecordError(fmt::format("the metadata of an arm has no {}", key));
    return found->second;
  };
  ArmDescription arm;
  arm.name = value("name");
  const auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
  if (!std::all_of(arm.name.begin(), arm.name.end(), is_word)) {
    throw RecordError("the name of an arm has characters other than letters, digits, _ and -");
  }
  arm.controller = value("controller");
  if (arm.controller != "admittance" && arm.controller != "cartesian_admittance" && !arm.drives_torques()) {
    throw RecordError("the controller of an arm is none of admittance, cartesian_admittance, variable_stiffness");
  }
  arm.base = value("base");
  arm.tip = value("tip");
  arm.prefix = value("prefix");
  arm.freezes = value("freezes_joints_beside_the_chain") == "true";
  arm.counts_lateness_only = value("counts_lateness_only") == "true";
  arm.prepared_at = joints_in(value("prepared_at"));
  const std::string rate = value("rate_Hz");
  std::size_t at = 0;
  arm.rate = number_in(rate, at);
  return arm;
}

// As load_arm() does: the names may have a prefix that the URDF does not have.
Arm make_arm(const ArmDescription& d) {
  const Branches branches = d.freezes ? Branches::kFreezeAtZero : Branches::kRefuse;
  const std::string source = "the URDF in the recording";
  try {
    return Arm::from_urdf(d.urdf, d.base, d.tip, source, branches);
  } catch (const ArmError&) {
    const bool has_prefix = !d.prefix.empty() && d.base.starts_with(d.prefix) && d.tip.starts_with(d.prefix);
    if (!has_prefix) throw;
    const std::size_t size = d.prefix.size();
    return Arm::from_urdf(d.urdf, d.base.substr(size), d.tip.substr(size), source, branches).with_prefix(d.prefix);
  }
}

}  // namespace limber::record
