// What is checked for every command, how close each check came to failing, and the failure that ends a run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

namespace limber::soak {

enum class Check {
  kFinite,
  kTelemetry,
  kPeriod,
  kState,
  kFaultSeen,
  kNoInternalFault,
  kJointPosition,
  kJointVelocity,
  kJointAcceleration,
  kBrakingCurve,
  kVelocityIsDerivative,
  kToolSpeed,
  kToolAcceleration,
  kPlane,
  kStandsStill,
  kTankLevel,
  kEnergy,
  kPortWork,
  kStored,
  kRefusal,
  kRefusedChangesNothing,
  kEffort,
  kEffortRate,
  kStiffnessRate,
  kReferenceIsSmooth,
  kAlive,
  kFollows,
  kMovesForNobody,
  kLaw,
  kApproach,
  kReferenceGoesOn,
  kTorqueFrozen,
  kTorqueBlind,
  kTorqueGoesOn,
  kTorqueOnReference,
  kTorqueStands,
  kTorqueJoints,
  kUnled,
  kSentPosition,
  kSentSpeed,
  kSentSmooth,
  kSentAtRest,
  kArmFollows,
  kPressSpeed,
  kPressForce,
  kPressSteady,
  kPressSwitch,
  kPressQuiet,
  kTouch,
};
inline constexpr std::size_t kChecks = 49;

struct CheckWords {
  std::string_view name;
  std::string_view promise;
};
const CheckWords& words(Check check);

// A broken promise.
class Broken : public std::runtime_error {
 public:
  Broken(Check what, double found, double allowed, const std::string& where)
      : std::runtime_error(where), check(what), value(found), bound(allowed) {}

  Check check;
  double value;
  double bound;
};

// The results of one or many episodes.
struct Tally {
  long episodes = 0;
  long cycles = 0;
  double seconds = 0.0;  // simulated
  long running_cycles = 0;
  long conflict_cycles = 0;  // a limit of the tool had to yield to one of the joints, and telemetry reported it
  long changes_taken = 0;
  long changes_refused = 0;
  std::map<std::string, long> arms;
  std::map<std::string, long> injected;  // by kind
  std::map<std::string, long> raised;    // by fault code
  std::array<double, kChecks> worst{};   // largest fraction of the bound
  std::array<long, kChecks> counted{};

  // Throws Broken if `value` is above `bound` or NaN; otherwise records it.
  void expect(Check check, double value, double bound, const char* where = "", int index = -1) {
    const auto i = static_cast<std::size_t>(check);
    ++counted[i];
    if (!(value <= bound)) throw Broken(check, value, bound, index < 0 ? where : where + std::to_string(index));
    // A bound of 0 has no fraction.
    if (bound > 0.0 && value > worst[i] * bound) worst[i] = value / bound;
  }
  void expect(Check check, bool holds, const char* where = "") { expect(check, holds ? 0.0 : 1.0, 0.0, where); }

  void add(const Tally& other);
};

// The end of an episode that broke a promise.
struct Failure {
  std::uint64_t seed = 0;
  long cycle = 0;
  std::string arm;
  Check check = Check::kFinite;
  double value = 0.0;
  double bound = 0.0;
  std::string where;
};

}  // namespace limber::soak
