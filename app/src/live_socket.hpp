// How a running program hears of people outside: a Unix socket that only its owner can open. One line in, one answer
// out, and the connection ends.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace limber::app {

// What is wrong with the socket or the talk through it, in a sentence.
class SocketError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The directory of all running programs of this user; made, with nobody else let in, where it is not there. Throws
// SocketError where it is somebody else's or open to others.
std::filesystem::path socket_directory();

// The names of the programs that run now.
std::vector<std::string> running_names();

class LiveSocket {
 public:
  // Listens as `name`. Throws SocketError where another program of that name runs already.
  explicit LiveSocket(const std::string& name);
  ~LiveSocket();
  LiveSocket(const LiveSocket&) = delete;
  LiveSocket& operator=(const LiveSocket&) = delete;

  // Answers whoever waits; returns at once where nobody does. Not for the control thread.
  void serve(const std::function<std::string(const std::string&)>& answer);

 private:
  std::filesystem::path path_;
  int listener_ = -1;
};

// The same, or null after saying why not: a run that nobody can talk to is a run all the same.
std::unique_ptr<LiveSocket> open_socket(const std::string& name, const std::function<void(const std::string&)>& say);

// Says `line` to the program `name` and returns its answer. Throws SocketError.
std::string talk_to(const std::string& name, const std::string& line);

}  // namespace limber::app
