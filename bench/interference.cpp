// Effect of competing threads and bad readers on the loop, and on cyclictest for comparison: the scheduler's share.
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <thread>
#include <vector>

#include "cyclictest.hpp"
#include "figures.hpp"
#include "limber/real_time.hpp"
#include "paced.hpp"

namespace limber::bench {
namespace {

constexpr int kCompetingPriority = 40;    // below the loop's 80
constexpr Nanoseconds kSpin = 1'000'000;  // ns that a competing real-time thread works, then sleeps

// Threads that use the processor during the lifetime of this object.
class Load {
 public:
  Load(unsigned ordinary, unsigned real_time) {
    for (unsigned i = 0; i < ordinary; ++i) threads_.emplace_back([this] { spin_on(); });
    for (unsigned i = 0; i < real_time; ++i) threads_.emplace_back([this] { spin_and_sleep(); });
  }
  ~Load() {
    stopped_.store(true, std::memory_order_relaxed);
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void spin_on() const {
    while (!stopped()) {
    }
  }
  // Half of the time, so that a small machine remains usable.
  void spin_and_sleep() const {
    sched_param parameter{};
    parameter.sched_priority = kCompetingPriority;
    pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter);
    while (!stopped()) {
      const Nanoseconds until = monotonic_now() + kSpin;
      while (monotonic_now() < until) {
      }
      std::this_thread::sleep_for(std::chrono::nanoseconds(kSpin));
    }
  }

  std::atomic<bool> stopped_{false};
  std::vector<std::thread> threads_;
};

struct Scenario {
  const char* id;
  std::string name;
  const char* reader;
  unsigned ordinary, real_time;  // competing threads
  unsigned reader_threads;       // load of the reader; cyclictest gets as many threads instead
};

void measure(Report& report, const Scenario& scenario, double seconds, bool real_time) {
  const std::string id = std::string("interference.") + scenario.id;
  {
    const Load load(scenario.ordinary, scenario.real_time);
    const PacedResult loop = measure_paced_process("a", 500.0, seconds, scenario.reader);
    if (!loop.trouble.empty()) report.note(scenario.name + ": " + loop.trouble);
    if (!loop.figures.contains("lateness")) return;
    report.add_figure(id + ".cycle", scenario.name + ": cycle", "us", Better::kLower, loop.figures.at("cycle"));
    report.add_figure(id + ".lateness", "  the loop wakes up late by", "us", Better::kLower,
                      loop.figures.at("lateness"));
  }
  const Load load(scenario.ordinary + scenario.reader_threads, scenario.real_time);
  if (const auto values = run_cyclictest(500.0, seconds, real_time)) {
    report.add_figure(id + ".cyclictest", "  cyclictest under the same load by", "us", Better::kNeither, *values);
  }
}

bool may_run_real_time() {
  bool granted = false;
  std::thread([&] {
    sched_param parameter{};
    parameter.sched_priority = kCompetingPriority;
    granted = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameter) == 0;
  }).join();
  return granted;
}

}  // namespace

void measure_interference(Report& report, double share) {
  report.begin("loop of A at 500 Hz, and what disturbs it");
  const double seconds = std::max(0.2, 5.0 * share);
  const bool real_time = may_run_real_time();
  const unsigned cores = std::thread::hardware_concurrency();
  std::vector<Scenario> scenarios{
      {"idle", "nothing else", "ordinary", 0, 0, 0},
      {"stuck", "a reader that never takes", "stuck", 0, 0, 0},
      {"hammering", "a reader that hammers", "hammering", 0, 0, 1},
      {"busy", fmt::format("{} busy ordinary threads", 2 * cores), "ordinary", 2 * cores, 0, 0},
  };
  if (real_time) {
    scenarios.push_back(
        {"fifo", fmt::format("{} SCHED_FIFO threads at {}", cores, kCompetingPriority), "ordinary", 0, cores, 0});
  }
  for (const Scenario& scenario : scenarios) measure(report, scenario, seconds, real_time);
  report.note(real_time ? "SCHED_FIFO was granted: the loop and cyclictest run at priority 80."
                        : "SCHED_FIFO was refused: the loop and cyclictest run under the ordinary scheduler.");
  report.note(
      "The loop and cyclictest run one after the other under the same load, so that neither disturbs the other.");
  if (report.find("interference.idle.cyclictest", "p99") == nullptr) {
    report.note("No figures beside the loop's: there is no cyclictest (apt package rt-tests), or it may not run here.");
  }
}

}  // namespace limber::bench
