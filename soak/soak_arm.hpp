// An arm to shake: one of ours, or one that nobody built.
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
  std::string sensor;               // the link S is on
  std::vector<std::string> frames;  // what C may be
};

enum class Use { kPositions, kTorques };

// Ours four times in ten; else 3 to 8 joints of any type about any axis. For torques its masses suit its efforts.
SoakArm draw_arm(Draw& draw, Use use);

// Whether C may be at p_B: a controller refuses what its bound of the reach says is farther.
bool may_reach(const Arm& arm, const AdmittanceParameters& parameters, const Vector3& p_B);

// A posture well inside the limits.
JointVector draw_posture(Draw& draw, const Arm& arm);

}  // namespace limber::soak
