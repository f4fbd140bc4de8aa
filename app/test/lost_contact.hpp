// A configuration whose press loses its contact: a table that falls away faster than the damper lets the tool follow.
#pragma once

namespace limber::app::test {

inline constexpr const char* kLostContact = R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance: {frame: {id: base_link}, mass: [5, 5, 5, 0.5, 0.5, 0.5], stiffness: [300, 300, 0, 50, 50, 50],
                 damping: [100, 100, 210, 12, 12, 12]}
    press: {approach_speed: 0.025, max_travel: 0.15}
limber:
  robot: ur5e
  duration: 7
  tool: {tip: [0, 0, 0.12]}
  scene: {plates: [{from_tool: [0, 0, -0.02], slope_deg: -35, uphill: [1, 0, 0], stiffness: 5000}]}
  script: [{at: 2, press: [0, 0, -10, 0, 0, 0], for: 5}, {at: 5, move: [0.2, 0, 0], speed: 0.1}]
)";

}  // namespace limber::app::test
