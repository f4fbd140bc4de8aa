// Mass, centre of mass and inertia of rigid bodies, and their sum.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// `body`, given in frame L, expressed in frame J.
Body moved(const Pose& X_JL, const Body& body);

// Two bodies fixed to each other, both in one frame.
Body welded(const Body& a, const Body& b);

}  // namespace limber
