// Whether the arm can be where an action leads its reference: said before it goes there.
#pragma once

#include <string>

#include "controllers/admittance_settings.hpp"
#include "controllers/variable_stiffness_settings.hpp"
#include "limber/arm.hpp"
#include "script.hpp"

namespace limber::app {

// Refused is a position that no posture within the joint limits, the configured ones too, reaches. An orientation that
// cannot be held there, and a position beyond the workspace, are only said, because a compliant arm follows a reference
// as far as it can.
struct TargetJudgement {
  std::string refusal, warning;  // a sentence each; empty: none
};

// Where the reference stands: at the start of the run, and now. `near`: joints to begin the search from.
struct ReferencePlaces {
  Pose X_BR_start, X_BR;
  JointVector near;
};

// Of moves and trajectories, and of presses that touch harder than is accepted; nothing of other actions. A search of
// milliseconds: not for the control thread.
TargetJudgement judge_target(const Action& action, const Arm& arm, const AdmittanceSettings& settings,
                             const ReferencePlaces& places);

// Of waypoints of a torque arm whose path is good; nothing of other actions. A relative waypoint is counted from where
// the target is when its turn comes: refused is what cannot be reached from anywhere on the path.
TargetJudgement judge_target(const Action& action, const Arm& arm, const VariableStiffnessSettings& settings);

}  // namespace limber::app
