// How a running program hears of people outside: a Unix socket that only its owner can open. One line in, one answer
// out, and the connection ends. Nobody is waited for, neither those who say nothing nor those whose answer takes time.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/real_time.hpp"
#include "live_reply.hpp"

namespace limber::app {

// What is wrong with the socket or the talk through it, in a sentence.
class SocketError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The directory of all running programs of this user; made, with nobody else let in, where it is not there. Throws
// SocketError where it is somebody else's or open to others.
std::filesystem::path socket_directory();

// A name is letters, digits, - and _.
bool is_run_name(const std::string& name);
// Of a run that is given none: its configuration's, with _ for what no name has.
std::string run_name_of(const std::filesystem::path& configuration);

// The names of the programs that run now.
std::vector<std::string> running_names();

// Closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  int get() const { return fd_; }

 private:
  int fd_;
};

class LiveSocket {
 public:
  // Listens as `name`. Throws SocketError where another program of that name runs already.
  explicit LiveSocket(const std::string& name);
  ~LiveSocket();
  LiveSocket(const LiveSocket&) = delete;
  LiveSocket& operator=(const LiveSocket&) = delete;

  // Hears whoever has said a line and answers whom there is an answer for; never waits. Not for the control thread.
  void serve(const std::function<LiveReply(const std::string&)>& answer);

 private:
  struct Peer {
    Descriptor socket;
    Nanoseconds since;  // when it came
    std::string heard = {};
    bool ended = false;     // it will say no more
    LiveReply reply = {};   // once it has said its line
    bool finished = false;  // nothing more to do for it
  };

  void let_in();
  static void listen_to(Peer& peer);
  static bool has_line(const Peer& peer);

  std::filesystem::path path_;
  Descriptor listener_{-1};
  std::deque<Peer> peers_;  // in the order in which they came
};

// The same, or null after saying why not: a run that nobody can talk to is a run all the same.
std::unique_ptr<LiveSocket> open_socket(const std::string& name, const std::function<void(const std::string&)>& say);

// Says `line` to the program `name` and returns its answer. Throws SocketError.
std::string talk_to(const std::string& name, const std::string& line);

}  // namespace limber::app
