// An arm for the soak: one of ours, or a random one.
#pragma once

#include <string>
#include <vector>

#include "draw.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"

namespace limber::soak {

struct SoakArm {
  Arm arm;
  std::string kind;                 // "ur5e", "random of 7"
  std::string sensor;               // link of S
  std::vector<std::string> frames;  // possible frames C
};

enum class Use { kPositions, kTorques };

// One of ours in 40 % of the cases; otherwise 3 to 8 joints of any type about any axis. For torques, its masses match
// its efforts.
SoakArm draw_arm(Draw& draw, Use use);

// Whether C may be at p_B: a controller refuses positions beyond its bound of the reach.
bool may_reach(const Arm& arm, const AdmittanceParameters& parameters, const Vector3& p_B);

// A posture well inside the limits.
JointVector draw_posture(Draw& draw, const Arm& arm);

}  // namespace limber::soak
