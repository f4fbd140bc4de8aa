// The words of the checks, and the sum of tallies.
#include "verdict.hpp"

#include <algorithm>

namespace limber::soak {

const CheckWords& words(Check check) {
  static constexpr std::array<CheckWords, kChecks> kWords{{
      {"finite", "every command is finite and has a number for each joint"},
      {"telemetry", "one record a cycle, all of it numbers"},
      {"period", "the period stepped with is bounded as the design says"},
      {"state", "states change only as asked or by a fault"},
      {"fault seen", "what cannot be trusted stops the arm in time"},
      {"no internal fault", "no fault that the controller made itself"},
      {"joint position", "no joint goes beyond its limit, or farther beyond"},
      {"joint velocity", "no joint is faster than its limit"},
      {"joint acceleration", "the command is C1: velocity changes by at most acceleration x period"},
      {"braking curve", "a joint that can stop before its limit stays able to"},
      {"velocity", "the velocity commanded is the derivative of the positions commanded"},
      {"tool speed", "the tool keeps its speed, or telemetry names the conflict"},
      {"tool acceleration", "the tool keeps its acceleration, or telemetry names the conflict"},
      {"plane", "the tool stays behind its planes, or telemetry names the conflict"},
      {"stands still", "a hold or a fault brakes and then stands"},
      {"tank level", "the tank is never below empty or above its capacity"},
      {"energy", "what is stored, tank included, grows by no more than what is put in"},
      {"port work", "the work at the port is wrench times motion"},
      {"stored energy", "what is stored is half of M v v and K e e"},
      {"refusal", "what is bad is refused, what is good is not"},
      {"refused: no trace", "commands are the same bit for bit without what was refused"},
      {"effort", "no torque above its effort limit"},
      {"effort rate", "no torque changes faster than its rate"},
      {"stiffness rate", "no stiffness changes faster than max_rise_rate"},
      {"smooth reference", "the tool's target has no step in position or velocity"},
      {"alive", "when nothing is wrong any more, and it is asked to, it runs"},
      {"follows", "after a disturbance the tool is back with its lead, and keeps the offset that a hand made"},
      {"moves for nobody", "what stands still for everybody does not move"},
      {"law", "without limits the tool moves as a second opinion has it"},
      {"approach", "a lead that jumps far is approached in no less time than the parameters say"},
      {"reference goes on", "a trajectory that goes on as the last one did leaves the reference its velocity"},
      {"frozen joints", "readings that cannot be true any more stop a torque arm in time"},
      {"blind torque", "a torque arm with frozen readings gets gravity and what a model may err by"},
      {"goes on", "a torque arm that is left alone goes on, and its target comes to where the cycle waits"},
      {"on reference", "a torque arm at rest is where its springs and the error of its model put it"},
      {"held", "a torque arm that is held stays where it is"},
      {"torque joints", "waypoints alone lead no joint beyond its range or its speed"},
  }};
  return kWords[static_cast<std::size_t>(check)];
}

void Tally::add(const Tally& other) {
  episodes += other.episodes;
  cycles += other.cycles;
  seconds += other.seconds;
  running_cycles += other.running_cycles;
  conflict_cycles += other.conflict_cycles;
  changes_taken += other.changes_taken;
  changes_refused += other.changes_refused;
  for (const auto& [kind, count] : other.arms) arms[kind] += count;
  for (const auto& [kind, count] : other.injected) injected[kind] += count;
  for (const auto& [kind, count] : other.raised) raised[kind] += count;
  for (std::size_t i = 0; i < kChecks; ++i) {
    worst[i] = std::max(worst[i], other.worst[i]);
    counted[i] += other.counted[i];
  }
}

}  // namespace limber::soak
