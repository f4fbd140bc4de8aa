// An input of a controller as a recording holds it, and the cycles between which it comes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "limber/compliant_point.hpp"
#include "limber/event.hpp"
#include "limber/record/cdr.hpp"
#include "limber/record/cycle_tap.hpp"
#include "limber/variable_stiffness_parameters.hpp"

namespace limber::record {

enum class InputKind { kSettings, kRequest, kDesiredPose, kTrajectory, kWaypoint, kControlWrench };

struct RecordedInput {
  InputKind kind = InputKind::kSettings;
  std::uint64_t number = 0;  // of its port, from 1: as InputCounts counts
  std::int64_t cycle = -1;   // that took it
  std::string yaml{};        // all parameters
  Request request = Request::kHold;
  std::uint32_t ticket = 0;
  Vector6 F_C = Vector6::Zero();         // N, N m
  std::vector<CompliantPoint> points{};  // a desired pose has one, with its twist and acceleration; a waypoint too
  double start_stamp = 0.0;              // s
  bool relative = false;

  // How many of its port the control thread has taken.
  std::uint64_t taken(const InputCounts& counts) const;
};

// What stands behind the header of the messages RecordedCycle and RecordedInput. get… throw RecordError.
void put_cycle(CdrWriter& to, const TappedCycle& cycle);
TappedCycle get_cycle(ByteView message);
void put_input(CdrWriter& to, const RecordedInput& input);
RecordedInput get_input(ByteView message);

}  // namespace limber::record
