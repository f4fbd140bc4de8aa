// Selects the format of a trajectory file by its extension.
#include <filesystem>

#include "config/text_file.hpp"
#include "limber/configuration.hpp"

namespace limber::config {

TrajectoryFile load_trajectory(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".csv") return parse_trajectory_csv(read_text_file(path, kMaxTrajectoryCsvBytes), path);
  if (ending == ".yaml" || ending == ".yml") {
    return parse_trajectory_yaml(read_text_file(path, kMaxTrajectoryYamlBytes), path);
  }
  throw ConfigError(path + ": the name of a trajectory's file must end with .yaml, .yml or .csv");
}

}  // namespace limber::config
