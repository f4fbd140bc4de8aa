// Reads the points of a trajectory from a file; docs/trajectories.md describes both formats.
//
//   const TrajectoryFile file = load_trajectory("wipe.yaml");
//   const CompliantTrajectory trajectory(file.points, parameters.compliance, file.start_stamp);
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "limber/compliant_point.hpp"
#include "limber/config/config_error.hpp"

namespace limber::config {

// What is longer is written as CSV, which takes a tenth of the time and memory to read.
inline constexpr std::size_t kMaxTrajectoryYamlBytes = 16 << 20;
inline constexpr std::size_t kMaxTrajectoryYamlValues = 1000000;
inline constexpr std::size_t kMaxTrajectoryCsvBytes = 64 << 20;

struct TrajectoryFile {
  std::vector<CompliantPoint> points;
  double start_stamp = 0.0;  // s in the robot's clock; 0: at once
  std::string frame;         // what the poses are given in; empty: the base of the arm
};

// All throw ConfigError, with up to ten of the file's errors; what they return passes limber::find_problem.
// By its ending: .yaml, .yml or .csv.
TrajectoryFile load_trajectory(const std::string& path);
// `source` names the text in errors.
TrajectoryFile parse_trajectory_yaml(std::string_view text, const std::string& source);
TrajectoryFile parse_trajectory_csv(std::string_view text, const std::string& source);

}  // namespace limber::config
