// The goals of docs/performance.md as a table, and a run compared with it.
#include "goals.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "report.hpp"

namespace limber::bench {
namespace {

using Bound = Goal::Bound;

void add_law_goals(std::vector<Goal>& all) {
  for (const char* rate : {"100", "500", "1000", "jittered"}) {
    const std::string at = std::string(rate) == "jittered" ? " jittered" : " at " + std::string(rate) + " Hz";
    all.push_back({"law against closed form, diagonal," + at, std::string("law.diagonal.") + rate, "value",
                   Bound::kAtMost, 1e-9, "of the step"});
    all.push_back({"law against closed form, full," + at, std::string("law.full.") + rate, "value", Bound::kAtMost,
                   1e-4, "of the step"});
    all.push_back({"tool against closed form," + at, std::string("law.tool.") + rate, "value", Bound::kAtMost, 1e-6,
                   "of the step"});
  }
}

void add_contact_goals(std::vector<Goal>& all) {
  for (const char* damping : {"100", "210"}) {
    all.push_back({"stiffest stable wall, led, D " + std::string(damping) + " N s/m",
                   "contact.wall.first." + std::string(damping), "ratio", Bound::kAtLeast, 3.0, "x"});
  }
  for (const auto& [servo, words] :
       {std::pair{"critical", "critically damped"}, {"delay", "pure delay"}, {"resonant", "resonant"}}) {
    for (const char* damping : {"100", "210", "569"}) {
      all.push_back({fmt::format("the same, servo {}, D {}", words, damping),
                     fmt::format("contact.wall.{}.{}", servo, damping), "ratio", Bound::kAtLeast, 1.0, "x"});
    }
  }
  all.push_back({"10 N on 5 kg, led, against closed form", "contact.law", "led", Bound::kAtMost, 0.5, "% of the step"});
  all.push_back({"rendered with lead, 3 Hz", "contact.rendering.3", "led deg", Bound::kAtMost, 3.0, "degrees"});
  all.push_back({"rendered with lead, 10 Hz", "contact.rendering.10", "led deg", Bound::kAtMost, 15.0, "degrees"});
  for (const char* frequency : {"3", "10"}) {
    all.push_back({"rendered with lead, " + std::string(frequency) + " Hz",
                   "contact.rendering." + std::string(frequency), "led %", Bound::kAtMost, 5.0, "%"});
  }
  all.push_back({"following slopes: mean off 10 N", "contact.follow.mean", "value", Bound::kAtMost, 0.05, "N"});
  all.push_back({"following at 0.05 m/s, rms", "contact.follow.0.05.rms", "value", Bound::kAtMost, 0.3, "N"});
  all.push_back({"following at 0.2 m/s, rms", "contact.follow.0.2.rms", "value", Bound::kAtMost, 1.0, "N"});
  all.push_back({"following: cycles without contact", "contact.follow.off", "value", Bound::kAtMost, 0.0, ""});
  all.push_back({"10 to 20 N: overshoot", "contact.step.overshoot", "regulated", Bound::kAtMost, 10.0, "%"});
  all.push_back({"10 to 20 N: settled", "contact.step.settled", "regulated", Bound::kAtMost, 0.4, "s"});
}

void add_touch_goals(std::vector<Goal>& all) {
  struct Peaks {
    const char* stiffness;
    double peak[3];  // N, at 0.05, 0.1, 0.2 m/s
  };
  for (const Peaks& p : {Peaks{"10", {15, 26, 36}}, {"50", {30, 50, 90}}, {"100", {40, 90, 180}}}) {
    for (int i = 0; i < 3; ++i) {
      const char* const speed = std::array{"0.05", "0.1", "0.2"}[static_cast<std::size_t>(i)];
      const std::string id = fmt::format("contact.touch.{}.{}", p.stiffness, speed);
      const std::string what = fmt::format("first touch, {} kN/m at {} m/s", p.stiffness, speed);
      all.push_back({what, id, "led", Bound::kAtMost, p.peak[i], "N"});
      all.push_back({what, id, "settled", Bound::kAtMost, 1.0, "s"});
    }
  }
}

std::vector<Goal> all_goals() {
  const std::string cycle = "one full cycle, UR5e admittance, back to back";
  std::vector<Goal> all{
      {cycle, "cycle.a", "p50", Bound::kAtMost, 3.0, "us"},
      {cycle, "cycle.a", "p99", Bound::kAtMost, 8.0, "us"},
      {"the same, paced at 500 Hz", "paced.a.500", "p50", Bound::kAtMost, 10.0, "us"},
      {"one full cycle, OpenManipulator-X torque", "cycle.c", "p50", Bound::kAtMost, 4.0, "us"},
      {"heap allocations a cycle", "counts.ours.allocations", "value", Bound::kAtMost, 0.0, ""},
      {"locks a cycle", "counts.ours.locks", "value", Bound::kAtMost, 0.0, ""},
      {"system calls a cycle", "counts.ours.system_calls", "value", Bound::kAtMost, 0.0, ""},
      {"force to command: cycles later", "force.delay", "value", Bound::kAtMost, 0.0, "cycles"},
  };
  add_law_goals(all);
  const std::vector<Goal> rest{
      {"wake-up jitter of the loop", "interference.idle.lateness", "p99", Bound::kReported, 0.0, "us"},
      {"the same of cyclictest", "interference.idle.cyclictest", "p99", Bound::kReported, 0.0, "us"},
      {"share of one core at 500 Hz", "paced.a.500.cpu", "value", Bound::kBelow, 2.0, "%"},
      {"memory at 500 Hz", "paced.a.500.memory", "value", Bound::kBelow, 30.0, "MB"},
      {"publishing a state", "handover.state", "p50", Bound::kReported, 0.0, "us"},
      {"taking a waypoint: handing it in", "waypoint.in", "p50", Bound::kReported, 0.0, "us"},
      {"taking a waypoint: the cycle that does", "waypoint.cycle", "p50", Bound::kReported, 0.0, "us"},
      {"chained controllers: a reference from upstream", "chained.reference", "p50", Bound::kReported, 0.0, "us"},
      {"simulation with contact", "simulation.contact", "value", Bound::kAtLeast, 50.0, "x real time"},
  };
  all.insert(all.end(), rest.begin(), rest.end());
  add_contact_goals(all);
  add_touch_goals(all);
  return all;
}

}  // namespace

bool Goal::met_by(double value) const {
  switch (bound) {
    case Bound::kAtMost:
      return value <= limit;
    case Bound::kBelow:
      return value < limit;
    case Bound::kAtLeast:
      return value >= limit;
    case Bound::kReported:
      return true;
  }
  return false;
}

std::string Goal::text() const {
  switch (bound) {
    case Bound::kAtMost:
      return limit == 0.0 ? "0" : fmt::format("<= {:g} {}", limit, unit);
    case Bound::kBelow:
      return fmt::format("< {:g} {}", limit, unit);
    case Bound::kAtLeast:
      return fmt::format(">= {:g} {}", limit, unit);
    case Bound::kReported:
      return "measured, printed";
  }
  return "";
}

const std::vector<Goal>& goals() {
  static const std::vector<Goal> kGoals = all_goals();
  return kGoals;
}

std::vector<Goal> goals_of(const std::string& figure_id) {
  std::vector<Goal> found;
  for (const Goal& goal : goals()) {
    if (goal.id == figure_id && goal.bound != Bound::kReported) found.push_back(goal);
  }
  return found;
}

std::string summary(const Report& report) {
  std::string out = fmt::format("\n{:<52}{:<7}{:<24}{:<22}\n", "What the design asks for", "", "goal", "measured");
  for (const Goal& goal : goals()) {
    const Value* const value = report.find(goal.id, goal.key);
    const std::string key = goal.key == "value" ? "" : goal.key;
    const std::string measured = value == nullptr ? "-" : fmt::format("{:.3g} {}", value->value, goal.unit);
    const std::string verdict = value == nullptr                       ? "not measured"
                                : goal.bound == Goal::Bound::kReported ? "reported"
                                : goal.met_by(value->value)            ? "met"
                                                                       : "MISSED";
    out += fmt::format("  {:<50}{:<7}{:<24}{:<22}{}\n", goal.what, key, goal.text(), measured, verdict);
  }
  return out;
}

}  // namespace limber::bench
