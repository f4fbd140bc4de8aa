// `limber replay`: a recorded run computed again.
#pragma once

#include <string>
#include <vector>

namespace limber::app {

struct ReplayOptions {
  std::string file;
  std::vector<std::string> changes;  // KEY=VALUE
};

// The program's exit code: 0 if every command is as recorded, to the last bit, or if parameters were to be changed; 1
// if not. Throws RecordError, ArmError or ConfigError where the recording cannot be replayed.
int replay_command(const ReplayOptions& options);

}  // namespace limber::app
