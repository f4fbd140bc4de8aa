// Judges phases and says what was seen.
#include "phases.hpp"

#include <fmt/format.h>

#include <cmath>

namespace limber::app {

PhaseWatch::PhaseWatch(const Phase& phase) : phase_(phase), push_(phase.comes_back.value_or(0.0)) {}

void PhaseWatch::add(const CycleRecord& record) {
  const double t = record.telemetry.time;
  if (t < phase_.from) return;
  if (t >= phase_.until) {
    complete_ = true;
    return;
  }
  // Half a cycle short of the end is the end: the last record of a run that ends with the phase.
  complete_ = t + 1.5 * record.telemetry.period >= phase_.until;
  if (record.touches()) {
    if (!first_touch_) first_touch_ = t;
    left_.reset();
  } else if (!left_) {
    left_ = t;
  }
  push_.add(record);
  if (!phase_.holds || t < phase_.from + phase_.holds->after) return;
  ++force_samples_;
  force_sum_ += record.pressed_force();
  largest_deviation_ = std::max(largest_deviation_, std::abs(record.pressed_force() - phase_.holds->force));
}

std::vector<PhaseResult> PhaseWatch::results() const {
  if (!complete_) {
    return {{phase_.name, fmt::format("the run ended before this phase did ({:g} s)", phase_.until), false, false}};
  }
  std::vector<PhaseResult> results = contact_results();
  if (phase_.holds) results.push_back(force_result());
  if (phase_.yields) results.push_back(yield_result());
  if (phase_.yields_at_most) results.push_back(stiffness_result());
  if (phase_.comes_back) results.push_back(return_result());
  return results;
}

std::vector<PhaseResult> PhaseWatch::contact_results() const {
  std::vector<PhaseResult> results;
  if (phase_.finds_contact) {
    results.push_back({phase_.name,
                       first_touch_ ? fmt::format("found the surface at {:.2f} s", *first_touch_)
                                    : fmt::format("found no surface by {:g} s", phase_.until),
                       first_touch_.has_value()});
  }
  if (phase_.leaves_contact) {
    const bool left = first_touch_ && left_;
    results.push_back({phase_.name,
                       left ? fmt::format("left the surface at {:.2f} s", *left_)
                            : fmt::format("did not leave the surface by {:g} s", phase_.until),
                       left});
  }
  return results;
}

PhaseResult PhaseWatch::force_result() const {
  const HeldForce& asked = *phase_.holds;
  if (force_samples_ == 0) return {phase_.name, "no force was measured", false};
  return {phase_.name,
          fmt::format("held {:.2f} N on average, at most {:.2f} N from {:g} N (allowed: {:g} N)",
                      force_sum_ / static_cast<double>(force_samples_), largest_deviation_, asked.force, asked.within),
          largest_deviation_ <= asked.within};
}

PhaseResult PhaseWatch::yield_result() const {
  if (push_.outcomes().empty()) return {phase_.name, "no hand pushed", false};
  const PushOutcome& push = push_.outcomes().back();
  return {phase_.name,
          fmt::format("yielded {:.0f} mm to a push of {:.0f} N (at least {:.0f} mm asked)", 1e3 * push.peak, push.force,
                      1e3 * *phase_.yields),
          push.peak >= *phase_.yields};
}

PhaseResult PhaseWatch::stiffness_result() const {
  if (push_.outcomes().empty()) return {phase_.name, "no hand pushed", false};
  const PushOutcome& push = push_.outcomes().back();
  return {phase_.name,
          fmt::format("yielded {:.1f} mm to a push of {:.0f} N (at most {:.1f} mm allowed)", 1e3 * push.peak,
                      push.force, 1e3 * *phase_.yields_at_most),
          push.peak <= *phase_.yields_at_most};
}

PhaseResult PhaseWatch::return_result() const {
  if (push_.outcomes().empty()) return {phase_.name, "no hand pushed", false};
  const PushOutcome& push = push_.outcomes().back();
  if (push.came_back()) {
    return {
        phase_.name,
        fmt::format("came back within {:.0f} mm, {:.2f} s after release", 1e3 * *phase_.comes_back, push.recovery()),
        true};
  }
  return {phase_.name,
          fmt::format("is still {:.1f} mm away (allowed: {:.1f} mm)", 1e3 * push.last, 1e3 * *phase_.comes_back),
          false};
}

std::string phase_name(const std::vector<Phase>& phases, double t) {
  for (const Phase& phase : phases) {
    if (t >= phase.from && t < phase.until) return phase.name;
  }
  return "";
}

}  // namespace limber::app
