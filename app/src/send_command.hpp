// `limber send`: talks to a running `limber run` of the same user.
#pragma once

#include <string>
#include <vector>

namespace limber::app {

struct SendOptions {
  std::string name;                // of the run; empty: the only one there is
  std::vector<std::string> words;  // status; hold, run, …; or an action in YAML
};

// Prints the answer, once the outcome is known; 0 where it was obeyed, 1 where it was refused. Throws SocketError.
int send_command(const SendOptions& options);

}  // namespace limber::app
