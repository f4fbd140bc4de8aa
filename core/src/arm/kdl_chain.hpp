// Our arm as KDL's chain: the one place that turns the one into the other.
#pragma once

#include <kdl/chain.hpp>
#include <kdl/frames.hpp>

#include "limber/arm.hpp"

namespace limber {

KDL::Frame to_kdl(const Pose& X);

// From the base to `frame`, which is fixed to the arm's last body.
KDL::Chain kdl_chain(const Arm& arm, const Frame& frame);

}  // namespace limber
