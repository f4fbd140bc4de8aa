// What a controller has to say of itself, taken from core in turn and told to the log out of it.
#pragma once

#include <rclcpp/logging.hpp>
#include <string>
#include <vector>

#include "limber/event.hpp"
#include "refusals.hpp"

namespace limber_controllers {

struct Said {
  bool is_bad;
  std::string sentence;
  bool is_waypoint;  // refused: there may be many
};

// The sentence of the last bad one goes to `last_fault`.
template <typename Controller>
std::vector<Said> take_events(Controller& controller, std::string& last_fault) {
  std::vector<Said> said;
  limber::Event event;
  while (controller.take_event(event)) {
    const bool bad = event.kind == limber::Event::Kind::kFault || event.kind == limber::Event::Kind::kPathRefused ||
                     event.kind == limber::Event::Kind::kTooHeavy;
    said.push_back({bad, controller.sentence(event), event.kind == limber::Event::Kind::kWaypointRefused});
    if (bad) last_fault = said.back().sentence;
  }
  return said;
}

inline void tell(const rclcpp::Logger& logger, Refusals& refusals, const std::vector<Said>& said) {
  for (const Said& event : said) {
    if (event.is_waypoint) {
      refusals.tell_sentence("waypoint", event.sentence);
    } else if (event.is_bad) {
      RCLCPP_ERROR(logger, "%s", event.sentence.c_str());
    } else {
      RCLCPP_INFO(logger, "%s", event.sentence.c_str());
    }
  }
}

}  // namespace limber_controllers
