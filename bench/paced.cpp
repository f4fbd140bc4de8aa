// The periodic loop with a controller, and the figures of its process.
#include "paced.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <sstream>
#include <thread>

#include "child.hpp"
#include "controlled_arm.hpp"
#include "figures.hpp"
#include "limber/real_time.hpp"

namespace limber::bench {
namespace {

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

// The other thread, until it is stopped.
class Reader {
 public:
  Reader(ControlledArm& arm, const std::string& kind) {
    if (kind == "stuck") return;
    thread_ = std::thread([this, &arm, hammers = kind == "hammering"] {
      while (!stopped_.load(std::memory_order_relaxed)) {
        while (arm.take_record()) {
        }
        if (hammers) {
          arm.change_parameters();
        } else {
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
      }
    });
  }
  ~Reader() {
    stopped_.store(true, std::memory_order_relaxed);
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::atomic<bool> stopped_{false};
  std::thread thread_;
};

// The share of one core since the last call, in %.
class ProcessorShare {
 public:
  double since_last() {
    const double used = processor_seconds();
    const Nanoseconds now = monotonic_now();
    const double share = 100.0 * (used - used_) / to_seconds(now - at_);
    used_ = used;
    at_ = now;
    return share;
  }

 private:
  double used_ = processor_seconds();
  Nanoseconds at_ = monotonic_now();
};

// Only wake-ups: the cost of a loop that does no work.
class EmptyArm : public ControlledArm {
 public:
  void move(double) override {}
  void update() override {}
  bool take_record() override { return false; }
  void change_parameters() override {}
  bool ran() const override { return true; }
  std::string note() const override { return ""; }
};

void print_value(const std::string& figure, const Value& v) {
  std::printf("%s %s %.9g %.9g %.9g\n", figure.c_str(), v.key.c_str(), v.value, v.low, v.high);
}

void print_figure(const Report& report, const std::string& id) {
  for (const Figure& figure : report.figures()) {
    if (figure.id != id) continue;
    for (const Value& value : figure.values) print_value(id, value);
  }
}

double mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Timing as_one_block(const LatencyHistogram& histogram) {
  Timing timing;
  timing.take(histogram);
  return timing;
}

}  // namespace

void run_paced(const std::string& arm_name, double rate, double seconds, const std::string& reader_kind) {
  const bool again = reader_kind == "again";
  const long cycles = std::max<long>(Timing::kBlocks, static_cast<long>(seconds * rate));
  const std::unique_ptr<ControlledArm> arm = arm_name == "empty"
                                                 ? std::make_unique<EmptyArm>()
                                                 : make_controlled_arm(arm_name, again ? 2 * cycles : cycles, rate);
  const RealTimeSetup setup = set_up_real_time();
  PeriodicLoop loop;
  Timing durations;
  std::vector<double> shares;
  {
    const Reader reader(*arm, reader_kind);
    ProcessorShare share;
    long i = 0;
    loop.run(rate, [&](double period) {
      arm->move(period);
      if (again) {
        arm->update();
        arm->move(period);
      }
      const Nanoseconds start = monotonic_now();
      arm->update();
      durations.record(i, cycles, monotonic_now() - start);
      if (++i % (cycles / static_cast<long>(Timing::kBlocks)) == 0) shares.push_back(share.since_last());
      return i < cycles;
    });
  }
  Report report;
  report.add("cycle", "", durations);
  report.add("lateness", "", as_one_block(loop.report().lateness));
  print_figure(report, "cycle");
  print_figure(report, "lateness");
  print_value("cpu", value_of("value", mean(shares), shares));
  print_value("memory", exact_value(most_memory()));
  print_value("missed", exact_value(static_cast<double>(loop.report().missed)));
  print_value("real_time", exact_value(setup.scheduled ? 1.0 : 0.0));
  print_value("ran", exact_value(arm->ran() ? 1.0 : 0.0));
}

PacedResult measure_paced_process(const std::string& arm, double rate, double seconds, const std::string& reader) {
  const ChildResult child = run_child(fmt::format("{} --paced {} {} {} {}", own_program(), arm, rate, seconds, reader));
  PacedResult result;
  std::istringstream lines(child.output);
  std::string figure, key, value, low, high;
  while (lines >> figure >> key >> value >> low >> high) {
    result.figures[figure].push_back({key, std::stod(value), std::stod(low), std::stod(high)});
  }
  const auto is_one = [&](const char* name) {
    const auto at = result.figures.find(name);
    return at != result.figures.end() && at->second[0].value == 1.0;
  };
  result.real_time = is_one("real_time");
  if (child.status != 0) {
    result.trouble = fmt::format("the paced process of {} ended with status {}", arm, child.status);
  } else if (!is_one("ran")) {
    result.trouble = fmt::format("{} at {} Hz DID NOT STAY RUNNING", arm, rate);
  }
  return result;
}

void measure_paced(Report& report, double share) {
  report.begin("paced, each in a process of its own");
  bool real_time = false;
  for (const char* arm : {"empty", "a", "b", "c"}) {
    for (const double rate : {500.0, 1000.0}) {
      const PacedResult result = measure_paced_process(arm, rate, std::max(0.2, 5.0 * share), "ordinary");
      if (!result.trouble.empty()) report.note(result.trouble);
      if (!result.figures.contains("cycle")) continue;
      real_time = result.real_time;
      const std::string id = fmt::format("paced.{}.{:.0f}", arm, rate);
      const std::string at =
          fmt::format("{} at {:.0f} Hz", arm == std::string("empty") ? "empty loop" : title(arm), rate);
      report.add_figure(id, at + ", full cycle", "us", Better::kLower, result.figures.at("cycle"));
      report.add_figure(id + ".cpu", at + ", share of one core", "%", Better::kLower, result.figures.at("cpu"));
      report.add_figure(id + ".memory", at + ", memory at most", "MB", Better::kLower, result.figures.at("memory"));
    }
  }
  const PacedResult warm = measure_paced_process("a", 500.0, std::max(0.2, 5.0 * share), "again");
  if (warm.figures.contains("cycle")) {
    report.add_figure("paced.a.500.again", title("a") + " at 500 Hz, a second cycle at once after the first", "us",
                      Better::kLower, warm.figures.at("cycle"));
  }
  report.note(real_time ? "Scheduler: SCHED_FIFO, priority 80; memory locked, processors kept awake where allowed."
                        : "Scheduler: ordinary (SCHED_FIFO was refused).");
  report.note("Shares are the whole process's: the loop, the robot it moves, and a reader that takes all records.");
}

}  // namespace limber::bench
