// Prints three small tables.
#include "list_command.hpp"

#include <fmt/format.h>

#include <string>

#include "json.hpp"
#include "places.hpp"
#include "robots.hpp"
#include "world_schema.hpp"

namespace limber::app {
namespace {

void print_entry(const std::string& name, const std::string& words) { fmt::print("  {:<30} {}\n", name, words); }

Json entry_as_json(const std::string& name, const std::string& words) {
  return Json::object().set("name", name).set("description", words);
}

Json list_as_json() {
  Json robots = Json::array(), scenes = Json::array(), configurations = Json::array();
  for (const KnownRobot& robot : known_robots()) robots.add(entry_as_json(robot.name, robot.words));
  for (const sim::NamedScene& scene : sim::named_scenes()) scenes.add(entry_as_json(scene.name, scene.words));
  for (const ConfigurationEntry& entry : list_configurations()) {
    configurations.add(entry_as_json(entry.name, entry.purpose));
  }
  return Json::object()
      .set("command", "list")
      .set("directory", (data_directory() / "config").string())
      .set("robots", robots)
      .set("scenes", scenes)
      .set("configurations", configurations);
}

}  // namespace

void list_command(bool as_json) {
  if (as_json) return print(list_as_json());
  fmt::print("Robots\n");
  for (const KnownRobot& robot : known_robots()) print_entry(robot.name, robot.words);
  fmt::print("\nScenes\n");
  for (const sim::NamedScene& scene : sim::named_scenes()) print_entry(scene.name, scene.words);
  fmt::print("\nConfigurations ({})\n", (data_directory() / "config").string());
  for (const ConfigurationEntry& entry : list_configurations()) print_entry(entry.name, entry.purpose);
}

}  // namespace limber::app
