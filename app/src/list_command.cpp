// Prints three small tables.
#include "list_command.hpp"

#include <fmt/format.h>

#include <string>

#include "limber/sim/scene_config.hpp"
#include "places.hpp"
#include "robots.hpp"

namespace limber::app {
namespace {

void print_entry(const std::string& name, const std::string& words) { fmt::print("  {:<30} {}\n", name, words); }

}  // namespace

void list_command() {
  fmt::print("Robots\n");
  for (const KnownRobot& robot : known_robots()) print_entry(robot.name, robot.words);
  fmt::print("\nScenes\n");
  for (const sim::NamedScene& scene : sim::named_scenes()) print_entry(scene.name, scene.words);
  fmt::print("\nConfigurations ({})\n", (data_directory() / "config").string());
  for (const ConfigurationEntry& entry : list_configurations()) print_entry(entry.name, entry.purpose);
}

}  // namespace limber::app
