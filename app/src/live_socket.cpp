// The socket's two ends.
#include "live_socket.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace limber::app {
namespace {

// Longer lines are not from people.
constexpr std::size_t kLongestLine = 65536;
// A peer that does not finish its line in this time is not waited for: µs, s.
constexpr int kServerPatience = 50'000;
constexpr int kClientPatience = 5;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string reason() { return std::strerror(errno); }

sockaddr_un address_of(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.string().size() >= sizeof(address.sun_path)) {
    throw SocketError(fmt::format("{} is too long for a socket's name; at most {} characters", path.string(),
                                  sizeof(address.sun_path) - 1));
  }
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  return address;
}

bool connects(int fd, const std::filesystem::path& path) {
  const sockaddr_un address = address_of(path);
  return connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

void set_patience(int fd, timeval patience) {
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
}

// Up to the peer's end of writing, or a newline; less where the peer was too slow or too long.
std::string receive(int fd, bool one_line) {
  std::string text;
  char piece[1024];
  while (text.size() < kLongestLine) {
    const ssize_t got = recv(fd, piece, sizeof(piece), 0);
    if (got <= 0) break;
    text.append(piece, static_cast<std::size_t>(got));
    if (one_line && text.find('\n') != std::string::npos) break;
  }
  return one_line ? text.substr(0, text.find('\n')) : text;
}

void send_all(int fd, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t some = send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (some <= 0) return;
    sent += static_cast<std::size_t>(some);
  }
}

bool is_owner(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

std::filesystem::path socket_path(const std::string& name) { return socket_directory() / (name + ".sock"); }

bool runs(const std::filesystem::path& path) {
  const Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connects(probe.get(), path);
}

}  // namespace

std::filesystem::path socket_directory() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const std::filesystem::path directory = runtime != nullptr && *runtime != '\0'
                                              ? std::filesystem::path(runtime) / "limber"
                                              : std::filesystem::path(fmt::format("/tmp/limber-{}", geteuid()));
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    throw SocketError(fmt::format("{} cannot be made: {}", directory.string(), reason()));
  }
  struct stat found {};
  const bool seen = lstat(directory.c_str(), &found) == 0;
  if (!seen || !S_ISDIR(found.st_mode) || found.st_uid != geteuid() || (found.st_mode & 0077) != 0) {
    throw SocketError(
        fmt::format("{} must be a directory of yours that nobody else may open (chmod 700)", directory.string()));
  }
  return directory;
}

std::vector<std::string> running_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(socket_directory())) {
    if (entry.path().extension() == ".sock" && runs(entry.path())) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

LiveSocket::LiveSocket(const std::string& name) : path_(socket_path(name)) {
  if (runs(path_))
    throw SocketError(fmt::format("a program named '{}' runs already; give this one another --name", name));
  unlink(path_.c_str());  // left by one that was killed
  const sockaddr_un address = address_of(path_);
  listener_ = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const mode_t before = umask(0177);
  const bool bound =
      listener_ >= 0 && bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  umask(before);
  if (!bound || listen(listener_, 8) != 0) {
    const std::string why = reason();
    if (listener_ >= 0) close(listener_);
    throw SocketError(fmt::format("{} cannot be listened on: {}", path_.string(), why));
  }
}

LiveSocket::~LiveSocket() {
  close(listener_);
  unlink(path_.c_str());
}

void LiveSocket::serve(const std::function<std::string(const std::string&)>& answer) {
  while (true) {
    const Descriptor peer(accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
    if (peer.get() < 0) return;
    if (!is_owner(peer.get())) continue;
    set_patience(peer.get(), {0, kServerPatience});
    const std::string line = receive(peer.get(), true);
    if (!line.empty()) send_all(peer.get(), answer(line));
  }
}

std::unique_ptr<LiveSocket> open_socket(const std::string& name, const std::function<void(const std::string&)>& say) {
  try {
    return std::make_unique<LiveSocket>(name);
  } catch (const SocketError& error) {
    say(fmt::format("`limber send` cannot reach this run: {}.", error.what()));
    return nullptr;
  }
}

std::string talk_to(const std::string& name, const std::string& line) {
  const Descriptor socket_fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const std::filesystem::path path = socket_path(name);
  if (!connects(socket_fd.get(), path))
    throw SocketError(fmt::format("no program named '{}' runs ({})", name, path.string()));
  set_patience(socket_fd.get(), {kClientPatience, 0});
  send_all(socket_fd.get(), line + "\n");
  const std::string text = receive(socket_fd.get(), false);
  if (text.empty()) throw SocketError(fmt::format("'{}' did not answer within {} s", name, kClientPatience));
  return text;
}

}  // namespace limber::app
