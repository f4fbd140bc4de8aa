// Converts an Arm to a KDL chain; the only place that does so.
#pragma once

#include <kdl/chain.hpp>
#include <kdl/frames.hpp>

#include "limber/arm.hpp"

namespace limber {

KDL::Frame to_kdl(const Pose& X);

// From the base to `frame`, which is fixed to the last body of the arm.
KDL::Chain kdl_chain(const Arm& arm, const Frame& frame);

}  // namespace limber
