// The socket's two ends.
#include "live_socket.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "limber/real_time.hpp"

namespace limber::app {
namespace {

// Longer lines are not from people.
constexpr std::size_t kLongestLine = 65536;
// A peer that does not finish its line in this time is sent away.
constexpr Nanoseconds kServerPatience = 2 * kNanosecondsPerSecond;
// s: longer than the longest tare.
constexpr int kClientPatience = 70;
// At one time; of more, the one that has been silent the longest is sent away.
constexpr std::size_t kMostPeers = 64;
// Whose line is obeyed in one look: records must be taken in between.
constexpr int kMostLines = 8;

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

// All the peer says until it ends; less where it is too slow.
std::string receive(int fd) {
  std::string text;
  char piece[1024];
  ssize_t got = 0;
  while ((got = recv(fd, piece, sizeof(piece), 0)) > 0) text.append(piece, static_cast<std::size_t>(got));
  return text;
}

// A peer that leaves its answers lying about loses what does not fit.
void send_all(int fd, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t some = send(fd, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (some <= 0) return;
    sent += static_cast<std::size_t>(some);
  }
}

bool is_owner(int fd) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && (peer.uid == geteuid() || peer.uid == 0);
}

bool is_of_a_name(unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; }

std::filesystem::path socket_path(const std::string& name) {
  if (is_run_name(name)) return socket_directory() / (name + ".sock");
  throw SocketError(fmt::format("'{}' is no name of a run; it must be letters, digits, - and _", name));
}

bool runs(const std::filesystem::path& path) {
  const Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connects(probe.get(), path);
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

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

bool is_run_name(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), is_of_a_name);
}

std::string run_name_of(const std::filesystem::path& configuration) {
  std::string name = configuration.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !is_of_a_name(c); }, '_');
  return name;
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
  listener_ = Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  const mode_t before = umask(0177);
  const bool bound = bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  umask(before);
  if (!bound || listen(listener_.get(), SOMAXCONN) != 0) {
    throw SocketError(fmt::format("{} cannot be listened on: {}", path_.string(), reason()));
  }
}

LiveSocket::~LiveSocket() {
  for (const Peer& peer : peers_) {
    if (peer.reply) send_all(peer.socket.get(), "refused: the run ended before the outcome was known\n");
  }
  unlink(path_.c_str());
}

void LiveSocket::let_in() {
  for (std::size_t i = 0; i < kMostPeers; ++i) {
    Descriptor peer(accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (peer.get() < 0) return;
    if (!is_owner(peer.get())) continue;
    if (peers_.size() == kMostPeers) {
      const auto silent =
          std::find_if(peers_.begin(), peers_.end(), [](const Peer& one) { return !one.reply && !has_line(one); });
      peers_.erase(silent == peers_.end() ? peers_.begin() : silent);
    }
    peers_.push_back({std::move(peer), monotonic_now()});
    listen_to(peers_.back());
  }
}

void LiveSocket::listen_to(Peer& peer) {
  char piece[1024];
  while (!peer.ended && !has_line(peer)) {
    const ssize_t got = recv(peer.socket.get(), piece, sizeof(piece), 0);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return;
    if (got > 0) peer.heard.append(piece, static_cast<std::size_t>(got));
    peer.ended = got <= 0;
  }
}

bool LiveSocket::has_line(const Peer& peer) {
  return peer.heard.size() > kLongestLine || peer.heard.find('\n') != std::string::npos ||
         (peer.ended && !peer.heard.empty());
}

void LiveSocket::serve(const std::function<LiveReply(const std::string&)>& answer) {
  let_in();
  int lines = 0;
  for (Peer& peer : peers_) {
    if (!peer.reply) listen_to(peer);
    if (!peer.reply && has_line(peer) && lines < kMostLines) {
      ++lines;
      peer.reply = peer.heard.size() > kLongestLine
                       ? reply_now(fmt::format("refused: a line has at most {} characters\n", kLongestLine))
                       : answer(peer.heard.substr(0, peer.heard.find('\n')));
    }
    if (!peer.reply) {
      peer.finished = !has_line(peer) && (peer.ended || monotonic_now() - peer.since > kServerPatience);
    } else if (const std::optional<std::string> text = peer.reply()) {
      send_all(peer.socket.get(), *text);
      peer.finished = true;
    }
  }
  std::erase_if(peers_, [](const Peer& peer) { return peer.finished; });
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
  const timeval patience{kClientPatience, 0};
  setsockopt(socket_fd.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  send_all(socket_fd.get(), line + "\n");
  const std::string text = receive(socket_fd.get());
  if (text.empty()) throw SocketError(fmt::format("'{}' did not answer", name));
  return text;
}

}  // namespace limber::app
