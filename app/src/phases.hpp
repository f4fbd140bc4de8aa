// The named stretches of a run and what each should show; afterwards, whether it did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cycle_record.hpp"
#include "json.hpp"
#include "push_watch.hpp"

namespace limber::app {

struct HeldForce {
  double force;   // N, along the press
  double within;  // N
  double after;   // s from the phase's start that do not count
};

struct Phase {
  std::string name;
  double from, until;  // s
  bool finds_contact = false;
  bool leaves_contact = false;
  std::optional<HeldForce> holds{};
  std::optional<double> yields{};          // m: a hand deflects the tool at least so far
  std::optional<double> yields_at_most{};  // m: or no farther
  std::optional<double> comes_back{};      // m: and by the end of the phase it is back as near as this
};

struct PhaseResult {
  std::string phase;
  std::string shows;  // the key of the phase that asks for it, such as "holds"
  std::string sentence;
  bool good;
  bool reached = true;  // false: the run ended before it could tell
  // What the sentence says in numbers, if there are any.
  std::optional<double> measured{}, at_least{}, at_most{};
  std::string unit{};

  Json json() const;
};

// Watches one phase through the records of a run.
class PhaseWatch {
 public:
  explicit PhaseWatch(const Phase& phase);

  void add(const CycleRecord& record);
  // One for each thing the phase should show; a phase the run did not reach is not good.
  std::vector<PhaseResult> results() const;

 private:
  std::vector<PhaseResult> contact_results() const;
  std::vector<PushOutcome> pushes() const;
  std::optional<PushOutcome> widest_push() const;
  PhaseResult unpushed(const char* shows) const;
  PhaseResult force_result() const;
  PhaseResult yield_result(const char* shows, std::optional<double> at_least, std::optional<double> at_most) const;
  PhaseResult return_result() const;

  Phase phase_;
  bool complete_ = false;
  std::optional<double> first_touch_, left_;
  long force_samples_ = 0;
  double largest_deviation_ = 0.0;  // N
  double force_sum_ = 0.0;
  PushWatch push_;
};

// The phase at time t, or "".
std::string phase_name(const std::vector<Phase>& phases, double t);

}  // namespace limber::app
