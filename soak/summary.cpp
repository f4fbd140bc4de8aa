// Tables of a soak.
#include "summary.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace limber::soak {
namespace {

double share(long part, long whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::string counts(const char* title, const std::map<std::string, long>& table) {
  std::string text = fmt::format("{}\n", title);
  int column = 0;
  for (const auto& [name, count] : table) {
    text += fmt::format("  {:<18}{:>9}", name, count);
    if (++column % 3 == 0) text += "\n";
  }
  return column % 3 == 0 ? text : text + "\n";
}

std::string checks(const Tally& tally) {
  std::string text = fmt::format("{:<20}{:>14}{:>12}  {}\n", "check", "times", "worst", "promise");
  for (std::size_t i = 0; i < kChecks; ++i) {
    const CheckWords& check = words(static_cast<Check>(i));
    // A check of yes or no has no margin.
    const std::string worst = tally.worst[i] > 0.0 ? fmt::format("{:.5f}", tally.worst[i]) : "-";
    text += fmt::format("{:<20}{:>14}{:>12}  {}\n", check.name, tally.counted[i], worst, check.promise);
  }
  return text + "worst: the largest share seen of what is allowed; 1 is the limit itself\n";
}

}  // namespace

std::string progress_line(const Tally& t, double seconds) {
  return fmt::format("{:.0f} s: {} episodes, {:.2f} million cycles ({:.0f} thousand a second), {:.2f} simulated hours",
                     seconds, t.episodes, 1e-6 * static_cast<double>(t.cycles),
                     1e-3 * static_cast<double>(t.cycles) / std::max(seconds, 1e-3), t.seconds / 3600.0);
}

std::string summary(const Tally& t, double seconds, long failures) {
  std::string text = "\n" + checks(t) + "\n" + counts("arms", t.arms) + counts("injected", t.injected) +
                     counts("faults raised", t.raised);
  text += fmt::format("parameters changed {} times, refused {} times\n", t.changes_taken, t.changes_refused);
  text += fmt::format("running in {:.0f} % of the cycles; a conflict of limits, named, in {:.2f} %\n",
                      share(t.running_cycles, t.cycles), share(t.conflict_cycles, t.cycles));
  return text + progress_line(t, seconds) + fmt::format("; {} broken promises\n", failures);
}

std::string words(const Failure& f) {
  return fmt::format(
      "\nBROKEN PROMISE: {}\n  {}: {}\n  found {:.9g}, allowed {:.9g}; seed {}, cycle {}, {}\n  "
      "replay: " LIMBER_SOAK_COMMAND " --seed {}\n",
      words(f.check).promise, words(f.check).name, f.where, f.value, f.bound, f.seed, f.cycle, f.arm, f.seed);
}

}  // namespace limber::soak
