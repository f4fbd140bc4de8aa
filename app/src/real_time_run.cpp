// Two threads, one end.
#include "real_time_run.hpp"

#include <chrono>
#include <future>
#include <utility>

#include "limber/real_time.hpp"

namespace limber::app {
namespace {

// Often enough for a reference streamed at 200 Hz, and far from filling a ring of 1024 records.
constexpr std::chrono::milliseconds kLookPeriod{5};

struct StopAtTheEnd {
  PeriodicLoop& loop;
  ~StopAtTheEnd() { loop.stop(); }
};

}  // namespace

LoopReport run_in_real_time(double rate, const std::function<bool()>& cycle, const std::function<bool()>& look,
                            const std::function<void(const std::string&)>& say) {
  PeriodicLoop loop;
  std::promise<RealTimeSetup> setup;
  std::future<RealTimeSetup> set_up = setup.get_future();
  // Its destructor waits for the thread: before that, the loop is told to stop.
  std::future<void> control = std::async(std::launch::async, [&] {
    std::promise<RealTimeSetup>(std::move(setup)).set_value(set_up_real_time());
    loop.run(rate, [&](double) { return cycle(); });
  });
  {
    const StopAtTheEnd stop{loop};
    for (const std::string& sentence : set_up.get().sentences) say(sentence);
    while (control.wait_for(kLookPeriod) != std::future_status::ready) {
      if (!look()) loop.stop();
    }
  }
  control.get();
  return loop.report();
}

}  // namespace limber::app
