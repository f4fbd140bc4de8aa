// One episode: from a seed, one random arm, one random configuration, one random robot and some thousand cycles of
// everything that can happen to them.
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
  kAlive,  // A or B, and whether it does what it should rather than only nothing that it must not
};

struct EpisodeOptions {
  std::uint64_t seed = 0;
  std::optional<Controller> controller = {};  // else drawn
  bool refusals = true;                       // try what must be refused, too
  bool tells = false;                         // prints what happens
  // For tests of the checks: falsifies what they see, in the cycle given.
  std::function<void(long, Command&, Telemetry&)> tamper = {};
  std::function<void(long, Command&, StiffnessTelemetry&)> tamper_torques = {};
};

// What a seed stands for, if nobody chooses.
Controller controller_of(std::uint64_t seed);

// Adds to `tally` what it saw; a failure where a promise was broken.
std::optional<Failure> run_episode(const EpisodeOptions& options, Tally& tally);

// The commands of an episode in one number: two runs that did the same have the same.
class Checksum {
 public:
  void add(const JointVector& v);
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 1469598103934665603u;
};

// The parts of run_episode(). `cycle` and `arm` say how far it came where it throws Broken.
struct Progress {
  long cycle = 0;
  std::string arm;
};
std::uint64_t run_compliant_episode(const EpisodeOptions& options, Controller controller, Tally& tally,
                                    Progress& progress);
std::uint64_t run_liveness_episode(const EpisodeOptions& options, Tally& tally, Progress& progress);
std::uint64_t run_torque_episode(const EpisodeOptions& options, Tally& tally, Progress& progress);

}  // namespace limber::soak
