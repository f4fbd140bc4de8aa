// The kind of episode of a seed, its twin without refusals, and the report of a failure.
#include "episode.hpp"

#include <cstring>

#include "draw.hpp"

namespace limber::soak {
namespace {

std::uint64_t run_once(const EpisodeOptions& options, Tally& tally, Progress& progress) {
  const Controller controller = options.controller.value_or(controller_of(options.seed));
  if (controller == Controller::kAlive) return run_liveness_episode(options, tally, progress);
  if (controller == Controller::kPress) return run_press_episode(options, tally, progress);
  if (controller == Controller::kTorques) return run_torque_episode(options, tally, progress);
  return run_compliant_episode(options, controller, tally, progress);
}

// One episode in eight is run again without refused inputs: the commands must be exactly the same.
void run_twin(const EpisodeOptions& options, std::uint64_t sum, Tally& tally) {
  if (!options.refusals || Draw(options.seed, 1).below(8) != 0) return;
  EpisodeOptions without = options;
  without.refusals = false;
  without.tells = false;
  Tally ignored;
  Progress progress;
  tally.expect(Check::kRefusedChangesNothing, run_once(without, ignored, progress) == sum,
               "without the refused parameters the commands are others");
}

}  // namespace

Controller controller_of(std::uint64_t seed) {
  Draw draw(seed, 0);
  const double kind = draw.unit();
  if (kind < 0.28) return Controller::kAdmittance;
  if (kind < 0.45) return Controller::kTrajectories;
  if (kind < 0.65) return Controller::kTorques;
  return kind < 0.85 ? Controller::kAlive : Controller::kPress;
}

void Checksum::add(const JointVector& v) {
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v[i], sizeof bits);
    value_ = (value_ ^ bits) * 1099511628211u;
  }
}

std::optional<Failure> run_episode(const EpisodeOptions& options, Tally& tally) {
  Progress progress;
  try {
    const std::uint64_t sum = run_once(options, tally, progress);
    run_twin(options, sum, tally);
    ++tally.episodes;
    return std::nullopt;
  } catch (const Broken& broken) {
    return Failure{options.seed, progress.cycle, progress.arm, broken.check, broken.value, broken.bound, broken.what()};
  } catch (const std::exception& error) {
    return Failure{options.seed, progress.cycle, progress.arm, Check::kRefusal, 1.0, 0.0, error.what()};
  }
}

}  // namespace limber::soak
