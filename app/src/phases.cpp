// Judges phases and says what was seen.
#include "phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace limber::app {

PhaseWatch::PhaseWatch(const Phase& phase) : phase_(phase), push_(phase.comes_back.value_or(0.0)) {}

void PhaseWatch::add(const CycleRecord& record) {
  const double t = record.telemetry.time;
  if (t < phase_.until) push_.add(record);  // one from before the phase may not be over yet
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
  if (!phase_.holds || t < phase_.from + phase_.holds->after) return;
  ++force_samples_;
  force_sum_ += record.pressed_force();
  largest_deviation_ = std::max(largest_deviation_, std::abs(record.pressed_force() - phase_.holds->force));
}

Json PhaseResult::json() const {
  Json json = Json::object();
  json.set("phase", phase).set("shows", shows).set("ok", good).set("reached", reached).set("measured", measured);
  if (at_least) json.set("at_least", at_least);
  if (at_most) json.set("at_most", at_most);
  return json.set("unit", unit).set("sentence", sentence);
}

std::vector<PhaseResult> PhaseWatch::results() const {
  if (!complete_) {
    return {{.phase = phase_.name,
             .shows = "",
             .sentence = fmt::format("the run ended before this phase did ({:g} s)", phase_.until),
             .good = false,
             .reached = false}};
  }
  std::vector<PhaseResult> results = contact_results();
  if (phase_.holds) results.push_back(force_result());
  if (phase_.yields) results.push_back(yield_result("yields", phase_.yields, std::nullopt));
  if (phase_.yields_at_most) results.push_back(yield_result("yields_at_most", std::nullopt, phase_.yields_at_most));
  if (phase_.comes_back) results.push_back(return_result());
  return results;
}

std::vector<PhaseResult> PhaseWatch::contact_results() const {
  std::vector<PhaseResult> results;
  if (phase_.finds_contact) {
    results.push_back({.phase = phase_.name,
                       .shows = "finds_contact",
                       .sentence = first_touch_ ? fmt::format("found the surface at {:.2f} s", *first_touch_)
                                                : fmt::format("found no surface by {:g} s", phase_.until),
                       .good = first_touch_.has_value(),
                       .measured = first_touch_,
                       .at_most = phase_.until,
                       .unit = "s"});
  }
  if (phase_.leaves_contact) {
    const bool left = first_touch_ && left_;
    results.push_back({.phase = phase_.name,
                       .shows = "leaves_contact",
                       .sentence = left ? fmt::format("left the surface at {:.2f} s", *left_)
                                        : fmt::format("did not leave the surface by {:g} s", phase_.until),
                       .good = left,
                       .measured = left ? left_ : std::nullopt,
                       .at_most = phase_.until,
                       .unit = "s"});
  }
  return results;
}

PhaseResult PhaseWatch::force_result() const {
  const HeldForce& asked = *phase_.holds;
  PhaseResult result{.phase = phase_.name,
                     .shows = "holds",
                     .sentence = "no force was measured",
                     .good = false,
                     .at_most = asked.within,
                     .unit = "N"};
  if (force_samples_ == 0) return result;
  result.sentence =
      fmt::format("held {:.2f} N on average, at most {:.2f} N from {:g} N (allowed: {:g} N)",
                  force_sum_ / static_cast<double>(force_samples_), largest_deviation_, asked.force, asked.within);
  result.good = largest_deviation_ <= asked.within;
  result.measured = largest_deviation_;
  return result;
}

// Those of this phase, be it only their end.
std::vector<PushOutcome> PhaseWatch::pushes() const {
  std::vector<PushOutcome> own;
  for (const PushOutcome& push : push_.outcomes()) {
    if (!push.end || *push.end > phase_.from) own.push_back(push);
  }
  return own;
}

// The one that the tool gave way to most; none where the arm was stopped whenever a hand pushed.
std::optional<PushOutcome> PhaseWatch::widest_push() const {
  std::optional<PushOutcome> widest;
  for (const PushOutcome& push : pushes()) {
    if (push.yields && (!widest || push.peak > widest->peak)) widest = push;
  }
  return widest;
}

PhaseResult PhaseWatch::unpushed(const char* shows) const {
  return {.phase = phase_.name,
          .shows = shows,
          .sentence = pushes().empty() ? "no hand pushed" : "a hand pushed, but the arm was stopped",
          .good = false,
          .unit = "m"};
}

// At least so far, or at most.
PhaseResult PhaseWatch::yield_result(const char* shows, std::optional<double> at_least,
                                     std::optional<double> at_most) const {
  PhaseResult result = unpushed(shows);
  result.at_least = at_least;
  result.at_most = at_most;
  const std::optional<PushOutcome> push = widest_push();
  if (!push) return result;
  result.measured = push->peak;
  result.good = at_least ? push->peak >= *at_least : push->peak <= *at_most;
  result.sentence = at_least ? fmt::format("yielded {:.0f} mm to a push of {:.0f} N (at least {:.0f} mm asked)",
                                           1e3 * push->peak, push->force, 1e3 * *at_least)
                             : fmt::format("yielded {:.1f} mm to a push of {:.0f} N (at most {:.1f} mm allowed)",
                                           1e3 * push->peak, push->force, 1e3 * *at_most);
  return result;
}

PhaseResult PhaseWatch::return_result() const {
  PhaseResult result = unpushed("comes_back");
  result.at_most = phase_.comes_back;
  if (!widest_push()) return result;
  // Pushes that add to each other may point anywhere: the tool is back when it is along all of them.
  result.good = true;
  double away = 0.0;
  for (const PushOutcome& push : pushes()) {
    if (!push.watched) continue;
    result.good = result.good && push.came_back();
    away = std::max(away, push.last);
  }
  result.measured = away;
  result.sentence =
      result.good ? fmt::format("came back within {:.0f} mm, {:.2f} s after release", 1e3 * *phase_.comes_back,
                                pushes().back().recovery())
                  : fmt::format("is still {:.1f} mm away (allowed: {:.1f} mm)", 1e3 * away, 1e3 * *phase_.comes_back);
  return result;
}

std::string phase_name(const std::vector<Phase>& phases, double t) {
  for (const Phase& phase : phases) {
    if (t >= phase.from && t < phase.until) return phase.name;
  }
  return "";
}

}  // namespace limber::app
