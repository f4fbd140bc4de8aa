// Computes a recorded run again: the controllers are made from the recording alone, get the recorded inputs in the
// recorded cycles, and their commands are compared with the recorded ones, bit by bit.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "limber/record/bytes.hpp"

namespace limber::record {

// A recording that cannot be replayed; the sentence says why.
class ReplayError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// One number of a command that is not as recorded.
struct CommandDifference {
  std::int64_t cycle = 0;
  double time = 0.0;  // s, on the robot's clock
  std::string joint;  // its name
  std::string what;   // position, velocity or effort
  double recorded = 0.0, computed = 0.0;

  // Infinite where one of both is no number, or is missing.
  double size() const;
};

struct ArmReplayReport {
  std::string name;  // empty: there is one arm
  std::string controller;
  std::int64_t cycles = 0, inputs = 0;
  std::int64_t cycles_that_differ = 0;
  std::optional<CommandDifference> first, largest;
};

struct ReplayReport {
  std::vector<ArmReplayReport> arms;
  bool whole = true;  // the file was ended as it should be
  std::string cut{};  // else where it is cut off
  bool same() const;  // every command is as recorded, to the last bit
};

// Keys of parameters, and their values in YAML.
using ReplayChanges = std::vector<std::pair<std::string, std::string>>;

// `changes`: parameters that are to be others than recorded, at the start and after every recorded change. The robot's
// states stay as they were recorded: nothing reacts to other commands. Throws RecordError, ArmError or
// config::ConfigError where the recording cannot be replayed.
ReplayReport replay(ByteView file, const ReplayChanges& changes = {});

}  // namespace limber::record
