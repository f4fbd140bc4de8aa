// Looks for data beside the program and in its source.
#include "places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

#include "config/error_collector.hpp"
#include "limber/configuration.hpp"

namespace limber::app {
namespace fs = std::filesystem;

namespace {

const char* const kDefaultRobot = "ur5e";

std::string first_comment(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t text = line.find_first_not_of("# ");
    if (line.starts_with('#') && text != std::string::npos) return line.substr(text);
  }
  return "";
}

}  // namespace

fs::path data_directory() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "limber";
  if (!error && fs::is_directory(installed / "robots", error)) return installed;
  return LIMBER_SOURCE_DIR;
}

fs::path find_configuration(const std::string& name, const std::string& robot) {
  std::error_code error;
  // A pipe or a device is what was meant too: whoever reads it says that it is no file.
  if (fs::exists(name, error) && !fs::is_directory(name, error)) return name;
  const fs::path directory = data_directory() / "config";
  std::vector<std::string> names;
  if (!robot.empty()) names.push_back(name + "_" + robot);
  names.push_back(name);
  names.push_back(name + "_" + kDefaultRobot);
  for (const std::string& candidate : names) {
    for (const std::string& file : {candidate, candidate + ".yaml"}) {
      if (fs::is_regular_file(directory / file, error)) return directory / file;
    }
  }
  std::vector<std::string> known;
  for (const ConfigurationEntry& entry : list_configurations()) known.push_back(entry.name);
  throw config::ConfigError(fmt::format("there is no configuration '{}': no such file, and {} has {}", name,
                                        directory.string(), fmt::join(known, ", ")));
}

std::vector<ConfigurationEntry> list_configurations() {
  std::vector<ConfigurationEntry> entries;
  std::error_code error;
  for (const fs::directory_entry& file : fs::directory_iterator(data_directory() / "config", error)) {
    if (file.path().extension() != ".yaml" || !file.is_regular_file(error)) continue;
    entries.push_back({file.path().stem().string(), first_comment(file.path())});
  }
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return entries;
}

}  // namespace limber::app
