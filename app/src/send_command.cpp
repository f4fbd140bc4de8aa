// Words become a line, the line gets an answer.
#include "send_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "live_socket.hpp"

namespace limber::app {
namespace {

std::string only_running() {
  const std::vector<std::string> names = running_names();
  if (names.empty()) throw SocketError("no `limber run` is running (in real time: --fast listens to nobody)");
  if (names.size() > 1)
    throw SocketError(fmt::format("several programs run: {}; say which with --to", fmt::join(names, ", ")));
  return names.front();
}

// A word that the shell made empty, as the '' of `set KEY ''`, is an empty text in YAML.
std::string line_of(std::vector<std::string> words) {
  std::replace(words.begin(), words.end(), std::string(), std::string("''"));
  const std::string line = fmt::format("{}", fmt::join(words, " "));
  if (line.find('\n') == std::string::npos) return line;
  throw SocketError("what was to be sent has several lines; a run hears one line at a time");
}

}  // namespace

int send_command(const SendOptions& options) {
  const std::string answer = talk_to(options.name.empty() ? only_running() : options.name, line_of(options.words));
  fmt::print("{}", answer);
  return answer.starts_with("ok") ? 0 : 1;
}

}  // namespace limber::app
