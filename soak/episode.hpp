// One episode: from a seed, one random arm, configuration and robot, and some thousand cycles with everything that can
// happen.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "verdict.hpp"

namespace limber::soak {

enum class Controller {
  kAdmittance,
  kTrajectories,
  kTorques,
  kAlive,  // A or B: also checks that it does what it should, not only that it breaks no rule
  kPress,  // A or B: the same for presses
};

struct EpisodeOptions {
  std::uint64_t seed = 0;
  std::optional<Controller> controller = {};  // otherwise drawn
  bool refusals = true;                       // also try inputs that must be refused
  bool tells = false;                         // print what happens
  // For tests of the checks: falsifies their input, in the given cycle.
  std::function<void(long, Command&, Telemetry&)> tamper = {};
  std::function<void(long, Command&, StiffnessTelemetry&)> tamper_torques = {};
};

// The default controller of a seed.
Controller controller_of(std::uint64_t seed);

// Adds the results to `tally`; returns a failure if a promise was broken.
std::optional<Failure> run_episode(const EpisodeOptions& options, Tally& tally);

// The commands of an episode as one number: equal runs have equal numbers.
class Checksum {
 public:
  void add(const JointVector& v);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 1469598103934665603u;
};

// The parts of run_episode(). `cycle` and `arm` tell how far an episode came if it throws Broken.
struct Progress {
  long cycle = 0;
  std::string arm;
};
std::uint64_t run_compliant_episode(const EpisodeOptions& options, Controller controller, Tally& tally,
                                    Progress& progress);
std::uint64_t run_liveness_episode(const EpisodeOptions& options, Tally& tally, Progress& progress);
std::uint64_t run_press_episode(const EpisodeOptions& options, Tally& tally, Progress& progress);
std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress);

}  // namespace limber::soak
