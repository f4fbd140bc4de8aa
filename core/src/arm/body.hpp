// Mass, centre of mass and inertia of rigid things, and their sum.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// `body`, given in frame L, seen from frame J.
Body moved(const Pose& X_JL, const Body& body);

// Two bodies welded together, both in one frame.
Body welded(const Body& a, const Body& b);

}  // namespace limber
