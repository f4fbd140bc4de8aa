// Words become a line, the line gets an answer.
#include "send_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

std::string line_of(const std::vector<std::string>& words) {
  if (words.size() == 3 && words[0] == "set") return fmt::format("{{set: {{{}: {}}}}}", words[1], words[2]);
  if (words.size() > 3 && words[0] == "set") {
    // The command line has taken a list [1, 2] apart.
    const std::vector<std::string> numbers(words.begin() + 2, words.end());
    return fmt::format("{{set: {{{}: [{}]}}}}", words[1], fmt::join(numbers, ", "));
  }
  return fmt::format("{}", fmt::join(words, " "));
}

}  // namespace

int send_command(const SendOptions& options) {
  const std::string answer = talk_to(options.name.empty() ? only_running() : options.name, line_of(options.words));
  fmt::print("{}", answer);
  return answer.starts_with("ok") ? 0 : 1;
}

}  // namespace limber::app
