#include "arm/urdf_reader.hpp"

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "arm/xml_check.hpp"
#include "limber/arm.hpp"

namespace limber {
namespace {

// Collects what urdfdom would print. console_bridge has one handler per process, hence the lock.
class Listener : public console_bridge::OutputHandler {
 public:
  Listener() : lock_(mutex()), level_(console_bridge::getLogLevel()) {
    console_bridge::setLogLevel(console_bridge::CONSOLE_BRIDGE_LOG_ERROR);
    console_bridge::useOutputHandler(this);
  }
  ~Listener() override {
    console_bridge::restorePreviousOutputHandler();
    console_bridge::setLogLevel(level_);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void log(const std::string& text, console_bridge::LogLevel, const char*, int) override { errors.push_back(text); }

  std::vector<std::string> errors;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
  console_bridge::LogLevel level_;
};

// The name that follows `before` in square brackets: "… for joint [elbow]" gives elbow.
std::string bracketed(const std::string& text, const std::string& before) {
  const std::size_t at = text.find(before + " [");
  if (at == std::string::npos) return {};
  const std::size_t begin = at + before.size() + 2;
  return text.substr(begin, text.find(']', begin) - begin);
}

// urdfdom sometimes writes paragraphs.
std::string first_sentence(const std::string& text) {
  std::string first = text.substr(0, std::min(text.find(". "), text.find_first_of("\r\n")));
  while (first.ends_with('.')) first.pop_back();
  return first;
}

// urdfdom reports first the detail, then what it was part of; the sentence needs both.
std::string sentence(const std::vector<std::string>& errors) {
  if (errors.empty()) return "is not a URDF that urdfdom can read";
  const std::string detail = first_sentence(errors.front());
  for (const std::string type : {"REVOLUTE", "PRISMATIC"}) {
    if (detail.find("is of type " + type) == std::string::npos) continue;
    return fmt::format("joint '{}' has no <limit>; a {} joint needs lower, upper and velocity",
                       bracketed(detail, "Joint"), type == "REVOLUTE" ? "revolute" : "prismatic");
  }
  for (const std::string& error : errors) {
    for (const std::string kind : {"Link", "joint ", "joint", "Joint"}) {
      const std::string name = bracketed(error, kind);
      if (name.empty()) continue;
      return fmt::format("{} '{}' cannot be read: {}", kind == "Link" ? "link" : "joint", name, detail);
    }
  }
  return fmt::format("cannot be read: {}", detail);
}

// A broken visual shape does not matter; a broken inertial does, but urdfdom continues after it.
bool is_bad_inertial(const std::string& error) { return error.find("Could not parse inertial") != std::string::npos; }

UrdfTree parse(const std::string& xml, const std::string& source) {
  Listener listener;
  UrdfTree tree{urdf::parseURDF(xml), {}, {}};
  const std::vector<std::string>& errors = listener.errors;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (!is_bad_inertial(errors[i])) continue;
    const std::string words = fmt::format("{}: {}", source, sentence({errors[i == 0 ? 0 : i - 1], errors[i]}));
    const std::string link = bracketed(errors[i], "Link");
    if (link.empty()) throw ArmError(words);
    tree.bad_inertials.emplace(link, words);
  }
  if (!tree.model) throw ArmError(fmt::format("{}: {}", source, sentence(errors)));
  return tree;
}

// The value of an attribute in the tag whose attributes begin at `at`. `xml` contains only tags with quoted values, as
// checked_xml() returns it.
std::optional<std::string> attribute_of(const std::string& xml, std::size_t at, const std::string& attribute) {
  char quote = '\0';
  for (std::size_t i = at; i < xml.size() && (quote != '\0' || xml[i] != '>'); ++i) {
    if (quote != '\0') {
      if (xml[i] == quote) quote = '\0';
    } else if (xml[i] == '"' || xml[i] == '\'') {
      quote = xml[i];
    } else if (xml.compare(i, attribute.size() + 1, " " + attribute) == 0) {
      const std::size_t after = i + attribute.size() + 1;
      if (xml[after] != '=' && xml[after] != ' ') continue;
      const std::size_t begin = xml.find_first_of("\"'", after);
      return xml.substr(begin + 1, xml.find(xml[begin], begin + 1) - begin - 1);
    }
  }
  return std::nullopt;
}

constexpr std::string_view kLimit = "<limit ";
constexpr std::string_view kJoint = "<joint ";

// urdfdom refuses a <limit> without velocity or effort; here the configuration may give them instead.
std::string with_limits(std::string xml) {
  for (std::size_t at = xml.find(kLimit); at != std::string::npos; at = xml.find(kLimit, at + 1)) {
    const std::size_t attributes = at + kLimit.size() - 1;
    for (const std::string attribute : {"velocity", "effort"}) {
      if (!attribute_of(xml, attributes, attribute)) xml.insert(attributes, " " + attribute + "=\"0\"");
    }
  }
  return xml;
}

double rate(const std::optional<std::string>& given, const std::string& attribute, const std::string& joint,
            const std::string& source) {
  if (!given) return std::numeric_limits<double>::infinity();
  double value = 0.0;
  const auto [end, error] = std::from_chars(given->data(), given->data() + given->size(), value);
  if (error != std::errc() || end != given->data() + given->size() || !(value > 0.0)) {
    throw ArmError(
        fmt::format("{}: joint '{}' has the {} '{}'; it must be a number above 0", source, joint, attribute, *given));
  }
  return value;
}

// The tag of the joint at `at`, with its content.
std::string_view joint_at(std::string_view xml, std::size_t at) {
  const std::string_view until_next = xml.substr(at, xml.find(kJoint, at + 1) - at);
  return until_next.substr(0, until_next.find("</joint"));
}

struct UrdfJoint {
  std::string parent, child;  // links
};

// The joints of the text that connect links, by name. (Transmissions name joints too.)
std::map<std::string, UrdfJoint> joints_of(const std::string& xml) {
  std::map<std::string, UrdfJoint> joints;
  for (std::size_t at = xml.find(kJoint); at != std::string::npos; at = xml.find(kJoint, at + 1)) {
    const std::string_view element = joint_at(xml, at);
    const auto link = [&](const std::string& tag) -> std::optional<std::string> {
      const std::size_t found = element.find("<" + tag + " ");
      if (found == std::string_view::npos) return std::nullopt;
      return attribute_of(xml, at + found + tag.size() + 1, "link");
    };
    const std::optional<std::string> name = attribute_of(xml, at + kJoint.size() - 1, "name");
    const std::optional<std::string> parent = link("parent"), child = link("child");
    if (name && parent && child) joints.emplace(*name, UrdfJoint{*parent, *child});
  }
  return joints;
}

// urdfdom's links own their children, so a loop of links is never freed. Links are reached from those without a parent;
// a joint that is not reached is in a loop or below one.
void check_no_loop(const std::string& xml, const std::string& source) {
  const std::map<std::string, UrdfJoint> joints = joints_of(xml);
  std::map<std::string, int> joints_above;
  std::multimap<std::string, std::string> children;
  for (const auto& [name, joint] : joints) {
    ++joints_above[joint.child];
    children.emplace(joint.parent, joint.child);
  }
  std::vector<std::string> reached;
  for (const auto& [parent, child] : children) {
    if (!joints_above.contains(parent) && (reached.empty() || reached.back() != parent)) reached.push_back(parent);
  }
  while (!reached.empty()) {
    const auto [first, last] = children.equal_range(reached.back());
    reached.pop_back();
    for (auto it = first; it != last; ++it) {
      if (--joints_above[it->second] == 0) reached.push_back(it->second);
    }
  }
  // The way upwards from an unreached joint leads into a loop and stays there.
  std::map<std::string, std::string> joint_above;
  std::string joint_in_loop;
  const auto out_of_reach = [&](const std::string& link) {
    const auto above = joints_above.find(link);
    return above != joints_above.end() && above->second > 0;
  };
  for (const auto& [name, joint] : joints) {
    if (!out_of_reach(joint.child) || !out_of_reach(joint.parent)) continue;
    joint_above.emplace(joint.child, name);
    joint_in_loop = name;
  }
  if (joint_in_loop.empty()) return;
  const auto above = [&](const std::string& joint) { return joint_above.at(joints.at(joint).parent); };
  for (std::size_t step = 0; step < joint_above.size(); ++step) joint_in_loop = above(joint_in_loop);
  std::string first = joint_in_loop;
  for (std::string joint = above(first); joint != joint_in_loop; joint = above(joint)) first = std::min(first, joint);
  throw ArmError(fmt::format("{}: joint '{}' is part of a loop; the links of an arm must form a tree", source, first));
}

// Attributes of URDF 1.2, which current distributions of urdfdom do not read.
std::map<std::string, JointRates> joint_rates(const std::string& xml, const std::string& source) {
  std::map<std::string, JointRates> rates;
  for (std::size_t at = xml.find(kJoint); at != std::string::npos; at = xml.find(kJoint, at + 1)) {
    const std::optional<std::string> name = attribute_of(xml, at + kJoint.size() - 1, "name");
    const std::size_t limit = joint_at(xml, at).find(kLimit);
    if (!name || limit == std::string_view::npos) continue;
    const auto read = [&](const std::string& attribute) {
      return rate(attribute_of(xml, at + limit + kLimit.size() - 1, attribute), attribute, *name, source);
    };
    rates.emplace(*name, JointRates{read("acceleration"), read("deceleration")});
  }
  return rates;
}

// Links own their children: without this, a long chain would be freed recursively.
void release_children(urdf::ModelInterface* model) {
  for (auto& [name, link] : model->links_) {
    link->child_links.clear();
    link->child_joints.clear();
  }
  delete model;
}

void check_one_parent(const urdf::ModelInterface& model, const std::string& source) {
  std::map<std::string, std::string> joint_above;
  for (const auto& [name, joint] : model.joints_) {
    const auto [other, first] = joint_above.emplace(joint->child_link_name, name);
    if (first) continue;
    throw ArmError(fmt::format("{}: link '{}' is the child of joints '{}' and '{}'; a link must have one parent",
                               source, joint->child_link_name, other->second, name));
  }
}

}  // namespace

UrdfTree read_urdf(const std::string& xml, const std::string& source) {
  const std::string tags = checked_xml(xml, source);
  check_no_loop(tags, source);
  UrdfTree tree = parse(with_limits(tags), source);
  tree.rates = joint_rates(tags, source);
  tree.model.reset(new urdf::ModelInterface(*tree.model), release_children);
  check_one_parent(*tree.model, source);
  return tree;
}

}  // namespace limber
