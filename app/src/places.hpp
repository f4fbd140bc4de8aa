// Where the program's robots and configurations are, and which file a name given on the command line means.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace limber::app {

// Holds robots/ and config/: installed beside the program, or the source it was built from.
std::filesystem::path data_directory();

// A path as it is, or a name of config/: `surface_following` with robot `ur3e` means surface_following_ur3e.yaml, with
// none surface_following.yaml or, failing that, the one for the UR5e. Throws ConfigError.
std::filesystem::path find_configuration(const std::string& name, const std::string& robot);

struct ConfigurationEntry {
  std::string name;     // without .yaml
  std::string purpose;  // its first comment line
};
std::vector<ConfigurationEntry> list_configurations();  // by name

}  // namespace limber::app
