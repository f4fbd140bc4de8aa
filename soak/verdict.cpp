// The words of the checks, and the sum of tallies.
#include "verdict.hpp"

#include <algorithm>

namespace limber::soak {

const CheckWords& words(Check check) {
  static constexpr std::array<CheckWords, kChecks> kWords{{
      {"finite", "every command is finite and has a number for each joint"},
      {"telemetry", "one record per cycle, all values finite"},
      {"period", "the period of a step is bounded as designed"},
      {"state", "states change only on request or by a fault"},
      {"fault seen", "invalid readings stop the arm in time"},
      {"no internal fault", "the controller itself causes no fault"},
      {"joint position", "no joint moves beyond its limit, or farther beyond it"},
      {"joint velocity", "no joint is faster than its limit"},
      {"joint acceleration", "the command is C1: velocity changes by at most acceleration x period"},
      {"braking curve", "a joint that can stop before its limit keeps this ability"},
      {"velocity", "the commanded velocity is the derivative of the commanded positions"},
      {"tool speed", "the tool keeps its speed limit, or telemetry names the conflict"},
      {"tool acceleration", "the tool keeps its acceleration limit, or telemetry names the conflict"},
      {"plane", "the tool stays behind its planes, or telemetry names the conflict"},
      {"stands still", "a hold or a fault brakes and then stands"},
      {"tank level", "the tank is never below empty or above its capacity"},
      {"energy", "stored energy, including the tank, grows by no more than the energy put in"},
      {"port work", "the work at the port is wrench times motion"},
      {"stored energy", "stored energy is ½ vᵀ M v + ½ eᵀ K e"},
      {"refusal", "invalid inputs are refused, valid ones are not"},
      {"refused: no effect", "commands are exactly the same without the refused inputs"},
      {"effort", "no torque above its effort limit"},
      {"effort rate", "no torque changes faster than its rate"},
      {"stiffness rate", "no stiffness changes faster than max_rise_rate"},
      {"smooth reference", "the tool's target has no step in position or velocity"},
      {"alive", "when all faults are over and it is asked to, it runs"},
      {"follows", "after a disturbance the tool is back at its lead, and keeps the offset that a hand made"},
      {"no own motion", "without a lead and without a push, the tool does not move"},
      {"law", "without active limits the tool moves as an independent integration predicts"},
      {"approach", "a lead that jumps far is approached in no less time than the parameters say"},
      {"reference continues", "a trajectory that continues the last one does not change the velocity of the reference"},
      {"frozen joints", "frozen readings stop a torque arm in time"},
      {"blind torque", "a torque arm with frozen readings gets gravity torque, within the error of the model"},
      {"continues", "a torque arm that is left alone continues, and its target arrives where the cycle waits"},
      {"on reference", "a torque arm at rest is where its springs and the error of its model put it"},
      {"held", "a torque arm that is held stays where it is"},
      {"torque joints", "waypoints never lead a joint beyond its range or its speed"},
      {"unled", "without a told lag the motion itself is sent, bit for bit"},
      {"sent position", "what is sent is within the ranges of the joints, if the motion is"},
      {"sent speed", "what is sent is no faster than the driver accepts"},
      {"sent smooth", "what is sent never jumps against the motion: a lead that begins or changes fades in"},
      {"sent at rest", "at rest, what is sent goes to the motion within the fading time"},
      {"arm follows", "a servo that was told rightly makes the motion, to second order"},
      {"press speed", "a press without contact is no faster than its approach speed"},
      {"press force", "a press keeps its force, in the mean to 0.1 N"},
      {"press steady", "a press at rest does not swing"},
      {"press switch", "a press that is regulated in another way from now on keeps its force meanwhile"},
      {"press quiet", "after a press the tool comes to rest"},
      {"touch", "the first touch peaks no higher than accepted"},
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
