// limber_soak: random episodes until it is stopped, the time is over, or a promise is broken.
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "episode.hpp"
#include "summary.hpp"

namespace limber::soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kUsage =
    "Usage: ./run soak [HOURS] [OPTION...]\n"
    "Random arms, configurations, pushes, changes and faults; checks every command. Without HOURS it runs until\n"
    "Ctrl-C. A broken promise ends it; it prints the command that replays the episode.\n"
    "  --hours H, --seconds S  how long\n"
    "  --seed N                only the episode of that seed; prints its events\n"
    "  --from N                episodes from seed N on (default: 1 to 32, then seeds from the clock)\n"
    "  --torques, --presses    only seeds of torque arms, or of presses\n"
    "  --jobs J                episodes at once (default: one per core)\n"
    "  --keep-going            continues after a broken promise\n";

struct Options {
  double seconds = std::numeric_limits<double>::infinity();
  std::optional<std::uint64_t> seed, from;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  bool keeps_going = false;
  std::optional<Controller> only;
};

// Seeds 1 to this come first, so that results of two machines can be compared; then seeds from the clock.
constexpr std::uint64_t kFixedSeeds = 32;

std::atomic<bool> stopped{false};
thread_local std::uint64_t current_seed = 0;

void on_interrupt(int) { stopped = true; }

// Reports the seed after a crash too; only with calls allowed in a signal handler.
void on_crash(int signal) {
  std::array<char, 512> text{};
  char* end = text.data();
  const auto put = [&](const char* words) {
    while (*words != 0 && end != text.data() + text.size()) *end++ = *words++;
  };
  put("\ncrashed; replay with: " LIMBER_SOAK_COMMAND " --seed ");
  std::array<char, 24> digits{};
  std::size_t n = digits.size() - 1;
  std::uint64_t rest = current_seed;
  do digits[--n] = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  put(&digits[n]);
  put("\n");
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), static_cast<std::size_t>(end - text.data()));
  raise(signal);
}

void watch_signals() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  action.sa_handler = on_crash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL}) sigaction(signal, &action, nullptr);
}

class Soak {
 public:
  explicit Soak(const Options& options)
      : options_(options),
        first_(options.from.value_or(
            static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()))),
        start_(Clock::now()) {}

  int run() {
    if (options_.from) {
      fmt::print("seeds from {}\n", first_);
    } else {
      fmt::print("{} fixed seeds, then seeds from {}; {} at once\n", kFixedSeeds, first_, options_.jobs);
    }
    std::fflush(stdout);
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < options_.jobs; ++i) workers.emplace_back([this] { work(); });
    show_progress();
    for (std::thread& worker : workers) worker.join();
    fmt::print("{}", summary(tally_, elapsed(), failures_));
    return failures_ > 0 ? 1 : 0;
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool over() const { return stopped || elapsed() >= options_.seconds; }

  std::uint64_t next_seed() {
    for (;;) {
      const std::uint64_t n = taken_++;
      const std::uint64_t seed = options_.from || n >= kFixedSeeds ? first_ + n : n + 1;
      if (!options_.only || controller_of(seed) == *options_.only) return seed;
    }
  }

  void work() {
    while (!over()) {
      current_seed = next_seed();
      Tally tally;
      EpisodeOptions episode;
      episode.seed = current_seed;
      const std::optional<Failure> failure = run_episode(episode, tally);
      const std::lock_guard lock(mutex_);
      tally_.add(tally);
      if (!failure) continue;
      ++failures_;
      fmt::print("{}{}", isatty(STDOUT_FILENO) != 0 ? "\r\033[K" : "", words(*failure));
      std::fflush(stdout);
      if (!options_.keeps_going) stopped = true;
    }
  }

  // On a terminal one line that changes; otherwise one line every half minute.
  void show_progress() {
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    const double gap = terminal ? 0.5 : 30.0;
    double next = gap;
    while (!over()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (elapsed() < next) continue;
      next += gap;
      const std::lock_guard lock(mutex_);
      fmt::print("{}{}{}", terminal ? "\r\033[K" : "", progress_line(tally_, elapsed()), terminal ? "" : "\n");
      std::fflush(stdout);
    }
    if (terminal) fmt::print("\r\033[K");
  }

  const Options& options_;
  const std::uint64_t first_;
  const Clock::time_point start_;
  std::atomic<std::uint64_t> taken_{0};
  std::mutex mutex_;
  Tally tally_;
  long failures_ = 0;
};

int replay(std::uint64_t seed) {
  current_seed = seed;
  Tally tally;
  EpisodeOptions episode;
  episode.seed = seed;
  episode.tells = true;
  const auto start = Clock::now();
  const std::optional<Failure> failure = run_episode(episode, tally);
  fmt::print("{}", summary(tally, std::chrono::duration<double>(Clock::now() - start).count(), failure ? 1 : 0));
  if (failure) fmt::print("{}", words(*failure));
  return failure ? 1 : 0;
}

// The number after an option, or HOURS. Exits with a sentence if it is not valid.
double number(const std::string& option, const char* text) {
  char* end = nullptr;
  const double value = text != nullptr ? std::strtod(text, &end) : 0.0;
  if (text == nullptr || end == text || *end != 0 || !(value > 0.0)) {
    fmt::print(stderr, "{} is '{}'; it must be a number above 0\n{}", option, text != nullptr ? text : "", kUsage);
    std::exit(2);
  }
  return value;
}

std::uint64_t whole(const std::string& option, const char* text) {
  char* end = nullptr;
  const std::uint64_t value = text != nullptr ? std::strtoull(text, &end, 10) : 0;
  if (text == nullptr || end == text || *end != 0) {
    fmt::print(stderr, "{} is '{}'; it must be a whole number\n{}", option, text != nullptr ? text : "", kUsage);
    std::exit(2);
  }
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : nullptr; };
    if (option == "--help" || option == "-h") {
      fmt::print("{}", kUsage);
      std::exit(0);
    } else if (option == "--hours") {
      options.seconds = 3600.0 * number(option, value());
    } else if (option == "--seconds") {
      options.seconds = number(option, value());
    } else if (option == "--seed") {
      options.seed = whole(option, value());
    } else if (option == "--from") {
      options.from = whole(option, value());
    } else if (option == "--jobs") {
      options.jobs = static_cast<unsigned>(std::clamp(number(option, value()), 1.0, 256.0));
    } else if (option == "--torques") {
      options.only = Controller::kTorques;
    } else if (option == "--presses") {
      options.only = Controller::kPress;
    } else if (option == "--keep-going") {
      options.keeps_going = true;
    } else {
      options.seconds = 3600.0 * number(option.starts_with("-") ? "the option " + option : "HOURS", argv[i]);
    }
  }
  return options;
}

}  // namespace
}  // namespace limber::soak

int main(int argc, char** argv) {
  using namespace limber::soak;
  const Options options = parse(argc, argv);
  watch_signals();
  return options.seed ? replay(*options.seed) : Soak(options).run();
}
