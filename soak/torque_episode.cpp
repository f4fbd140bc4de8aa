// Episodes of the controller of torques.
#include "episode.hpp"

namespace limber::soak {

std::uint64_t run_torque_episode(const EpisodeOptions&, Tally&, Progress&) { return 0; }

}  // namespace limber::soak
