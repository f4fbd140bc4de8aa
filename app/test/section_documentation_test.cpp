// docs/configuration_program.md is made from the schema of the section `limber:`, and every key of that schema is read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "page.hpp"
#include "plan_refusal.hpp"
#include "program_schema.hpp"
#include "world_schema.hpp"

namespace limber::app::test {
namespace {

using config::ParameterDescriptor;
using config::ParameterType;
using config::SectionSchema;

std::string table_of(const SectionSchema& schema) {
  std::string text = "| key | unit | default | allowed | what it is |\n| --- | --- | --- | --- | --- |\n";
  for (const ParameterDescriptor& key : schema.keys) {
    text += "| `" + key.key + "` | " + key.unit + " | " +
            (key.default_words.empty() ? "must be given" : cell(key.default_words)) + " | " + cell(allowed_words(key)) +
            " | " + cell(key.description) + " |\n";
  }
  return text;
}

std::string chapter_of(const SectionSchema& schema) {
  const std::string title =
      schema.keyword.empty() ? "`" + schema.place + "`" : "`" + schema.place + "`: `" + schema.keyword + "`";
  return "### " + (schema.place.empty() ? std::string("The file of waypoints") : title) + "\n\n" + schema.description +
         "\n\n```yaml\n" + schema.example + "\n```\n\n" + table_of(schema) + "\n";
}

std::vector<SectionSchema> admittance_maps() {
  std::vector<SectionSchema> maps{program_schema()};
  for (const SectionSchema* part : sim::world_parts()) maps.push_back(*part);
  maps.insert(maps.end(), script_schemas().begin(), script_schemas().end());
  maps.insert(maps.end(), {phase_schema(), held_force_schema()});
  return maps;
}

std::vector<SectionSchema> torque_maps() {
  std::vector<SectionSchema> maps{torque_program_schema(), drive_schema()};
  maps.insert(maps.end(), torque_script_schemas().begin(), torque_script_schemas().end());
  maps.push_back(waypoint_file_schema());
  return maps;
}

std::string section_page() {
  std::string page =
      "# The section `limber:` of a configuration\n\n" +
      made_from("the schemas of app/src/*_schema.cpp and sim/src/world_schema.cpp") +
      R"(Everything about a run except the parameters of the controller: the robot, its surroundings, what happens and what the run
should show. Every key is optional unless the table says that it must be given. Unknown keys, wrong lengths or types, and
values out of range are refused with file, line and key, before anything runs (`limber validate`). Lists of three are x, y, z,
lists of six x, y, z and rotation about x, y, z; if there are two units, the second is for rotation. The actions of a script
can also be sent to a run, without `at`: `limber send '{push: [0, 10, 0], for: 1}'`.

The parameters of the controllers: [configuration.md](configuration.md),
[configuration_variable_stiffness.md](configuration_variable_stiffness.md).

## With the controllers `admittance` and `cartesian_admittance`

)";
  for (const SectionSchema& map : admittance_maps()) page += chapter_of(map);
  page += "## With the controller `variable_stiffness`\n\n";
  for (const SectionSchema& map : torque_maps()) page += chapter_of(map);
  return page.substr(0, page.size() - 1);
}

TEST(Documentation, OfTheProgramsSectionIsThatOfItsSchema) { expect_page("configuration_program.md", section_page()); }

// From where to where "key: value" stands in a map such as "{a: 1, b: [2, 3]}"; {0, 0} where it does not.
std::pair<std::size_t, std::size_t> entry_of(const std::string& map, const std::string& key) {
  std::size_t begin = map.find("{" + key + ": ");
  if (begin == 0) {
    begin = 1;
  } else {
    begin = map.find(", " + key + ": ");
    if (begin == std::string::npos) return {0, 0};
    begin += 2;
  }
  int depth = 0;
  std::size_t end = begin;
  for (; depth > 0 || (map[end] != ',' && map[end] != '}'); ++end) {
    depth += map[end] == '[' || map[end] == '{' ? 1 : map[end] == ']' || map[end] == '}' ? -1 : 0;
  }
  return {begin, end};
}

// With the key given so, be it in place of what it was.
std::string with_value(const std::string& map, const std::string& key, const std::string& value) {
  const auto [begin, end] = entry_of(map, key);
  if (end == 0) return map.substr(0, map.size() - 1) + ", " + key + ": " + value + "}";
  return map.substr(0, begin) + key + ": " + value + map.substr(end);
}

std::string without(const std::string& map, const std::string& key) {
  const auto [begin, end] = entry_of(map, key);
  const bool first = begin == 1, last = map[end] == '}';
  return map.substr(0, first ? 1 : begin - 2) + map.substr(first && !last ? end + 2 : end);
}

// A whole configuration in which `map` stands at its place.
std::string configuration_with(const SectionSchema& schema, std::string map, bool torque) {
  const std::string head =
      torque ? "vs:\n  ros__parameters: {tip_link: link5}\n" : "c:\n  ros__parameters: {ft_frame: ft_frame}\n";
  std::string place = schema.place;
  while (place.find('.') != std::string::npos) {
    std::string last = place.substr(place.rfind('.') + 1);
    place.resize(place.rfind('.'));
    const bool list = last.ends_with("[]");
    if (list) last.resize(last.size() - 2);
    map = "{" + last + ": " + (list ? "[" + map + "]" : map) + "}";
    if (schema.keyword == "trajectory") map.insert(1, "controller: cartesian_admittance, ");
    if (place == "limber.phases[]") map.insert(1, "name: a, from: 1, until: 2, ");
    if (place == "limber" && torque) map.insert(1, "controller: variable_stiffness, ");
  }
  return head + "limber: " + map + "\n";
}

// The file of waypoints stands beside the configuration and is read by itself.
std::string refusal_at(const SectionSchema& schema, const std::string& map, bool torque) {
  if (!schema.place.empty()) return plan_refusal("section.yaml", configuration_with(schema, map, torque));
  temporary_file("waypoints.yaml", map.substr(1, map.size() - 2) + "\n");
  return plan_refusal("section.yaml", configuration_with({"limber.waypoints", "", "", {}}, "waypoints.yaml", true));
}

class SectionDoor : public testing::Test {
 protected:
  void SetUp() override {
    temporary_file("insertion.yaml", read_file(std::string(LIMBER_SOURCE_DIR) + "/config/trajectories/insertion.yaml"));
  }
  template <class Try>
  static void for_each_map(Try&& attempt) {
    for (const SectionSchema& map : admittance_maps()) attempt(map, false);
    for (const SectionSchema& map : torque_maps()) attempt(map, true);
  }
};

TEST_F(SectionDoor, EveryExampleOfTheDocumentationIsTaken) {
  for_each_map([](const SectionSchema& map, bool torque) {
    EXPECT_EQ(refusal_at(map, map.example, torque), "") << map.place << " " << map.example;
  });
}

TEST_F(SectionDoor, EveryDocumentedKeyIsReadAndRefusesAnotherKindOfValue) {
  for_each_map([](const SectionSchema& map, bool torque) {
    for (const ParameterDescriptor& key : map.keys) {
      if (key.key == "controller") continue;  // tells which section it is
      const std::string wrong = key.type == ParameterType::kTexts ? "nope" : "{a: 1}";
      const std::string refusal = refusal_at(map, with_value(map.example, key.key, wrong), torque);
      EXPECT_NE(refusal.find(key.key), std::string::npos) << map.place << "." << key.key << ": " << refusal;
    }
  });
}

TEST_F(SectionDoor, EveryNumberOutOfItsDocumentedBoundsIsRefusedWithThem) {
  int tried = 0;
  for_each_map([&](const SectionSchema& map, bool torque) {
    for (const ParameterDescriptor& key : map.keys) {
      if (key.type != ParameterType::kNumber && key.type != ParameterType::kNumbers) continue;
      const std::string number = fmt::format("{}", 2.0 * key.bounds.high + 1.0);
      std::string value = number;
      for (std::size_t i = 1; key.type == ParameterType::kNumbers && i < key.lengths.front(); ++i) value += ", 0";
      if (key.type == ParameterType::kNumbers) value = "[" + value + "]";
      const std::string refusal = refusal_at(map, with_value(map.example, key.key, value), torque);
      EXPECT_NE(refusal.find(key.bounds.words()), std::string::npos) << map.place << "." << key.key << ": " << refusal;
      EXPECT_NE(refusal.find(key.key), std::string::npos) << refusal;
      ++tried;
    }
  });
  EXPECT_GT(tried, 50);
}

TEST_F(SectionDoor, EveryKeyThatMustBeGivenIsAskedFor) {
  for_each_map([](const SectionSchema& map, bool torque) {
    if (map.place.empty()) return;  // a file without its only key is refused as empty
    for (const ParameterDescriptor& key : map.keys) {
      if (!key.default_words.empty() || key.key == map.keyword || key.key == "controller") continue;
      ASSERT_NE(entry_of(map.example, key.key).second, 0u) << map.example << " lacks " << key.key;
      const std::string refusal = refusal_at(map, without(map.example, key.key), torque);
      EXPECT_NE(refusal.find("has no " + key.key), std::string::npos) << map.place << ": " << refusal;
    }
  });
}

TEST(Documentation, DescribesEveryKeyOfTheProgramsSection) {
  for (const std::vector<SectionSchema>& maps : {admittance_maps(), torque_maps()}) {
    for (const SectionSchema& map : maps) {
      for (const ParameterDescriptor& key : map.keys) {
        EXPECT_TRUE(key.description.ends_with(".") || key.description.ends_with(").")) << map.place << "." << key.key;
      }
    }
  }
}

}  // namespace
}  // namespace limber::app::test
