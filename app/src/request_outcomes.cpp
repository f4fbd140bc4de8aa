// From events to an answer.
#include "request_outcomes.hpp"

#include <fmt/format.h>

#include "limber/real_time.hpp"

namespace limber::app {
namespace {

// Longer than the longest tare.
constexpr Nanoseconds kOutcomePatience = 65 * kNanosecondsPerSecond;

std::string answer(const std::vector<AskedRequest>& asked, double time) {
  bool refused = false;
  std::string sentences;
  for (const AskedRequest& one : asked) {
    refused = refused || one.outcome->refused;
    sentences += (sentences.empty() ? "" : "; ") + one.who + one.outcome->sentence;
  }
  return refused ? fmt::format("refused: {}\n", sentences) : fmt::format("ok at {:.2f} s: {}\n", time, sentences);
}

}  // namespace

void RequestOutcomes::hear(const Event& event, const std::string& sentence) {
  if (event.ticket != 0) told_[event.ticket] = {is_refusal(event.kind), sentence};
}

std::optional<RequestOutcome> RequestOutcomes::take(std::uint32_t ticket) {
  const auto found = told_.find(ticket);
  if (found == told_.end()) return std::nullopt;
  const RequestOutcome outcome = found->second;
  told_.erase(found);
  return outcome;
}

LiveReply reply_when_known(RequestOutcomes& outcomes, std::vector<AskedRequest> asked, std::function<double()> time) {
  const Nanoseconds deadline = monotonic_now() + kOutcomePatience;
  return
      [&outcomes, asked = std::move(asked), time = std::move(time), deadline]() mutable -> std::optional<std::string> {
        for (AskedRequest& one : asked) {
          if (!one.outcome) one.outcome = outcomes.take(one.ticket);
          if (one.outcome) continue;
          if (monotonic_now() < deadline) return std::nullopt;
          one.outcome = RequestOutcome{true, "how it ended is not known; ask for the status"};
        }
        return answer(asked, time());
      };
}

}  // namespace limber::app
