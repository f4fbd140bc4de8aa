// What became of requests that somebody waits for. The control thread tells it by events, some cycles later.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "limber/event.hpp"
#include "live_reply.hpp"

namespace limber::app {

struct RequestOutcome {
  bool refused = false;
  std::string sentence;
};

class RequestOutcomes {
 public:
  std::uint32_t new_ticket() noexcept { return ++last_ticket_; }
  void hear(const Event& event, const std::string& sentence);
  // Nothing while it is not known; once only.
  std::optional<RequestOutcome> take(std::uint32_t ticket);

 private:
  std::uint32_t last_ticket_ = 0;
  std::map<std::uint32_t, RequestOutcome> told_;
};

// One request that was handed in, or refused at once.
struct AskedRequest {
  std::string who;                        // "robot1: ", or nothing where there is one arm
  std::uint32_t ticket = 0;               // what its event will have
  std::optional<RequestOutcome> outcome;  // once it is known
};

// "ok at 3.20 s: now holding", or "refused: …", as soon as every outcome is known. `outcomes` outlives it.
LiveReply reply_when_known(RequestOutcomes& outcomes, std::vector<AskedRequest> asked, std::function<double()> time);

}  // namespace limber::app
