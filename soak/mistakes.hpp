// Wrong inputs of people and programs. All of them must be refused without any effect: the twin episode runs without
// them.
#pragma once

#include <limits>
#include <string>

#include "draw.hpp"
#include "drawn_parameters.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "verdict.hpp"

namespace limber::soak {

struct Target {
  CompliantController& controller;
  AdmittanceController* poses;                  // or null
  CartesianAdmittanceController* trajectories;  // or null
};

inline std::string set_bad_parameters(Draw& draw, CompliantController& controller, const AdmittanceParameters& now,
                                      Tally& tally) {
  const char* spoilt = "";
  const AdmittanceParameters bad = draw_refusal(draw, now, spoilt);
  try {
    controller.set_parameters(bad);
  } catch (const ArmError& error) {
    return error.what();
  }
  tally.expect(Check::kRefusal, false, spoilt);
  return "";
}

inline std::string set_bad_trajectory(Draw& draw, CartesianAdmittanceController& controller, const Pose& X,
                                      Tally& tally) {
  try {
    controller.set_trajectory(draw_bad_points(draw, X));
  } catch (const TrajectoryError& error) {
    return error.what();
  }
  tally.expect(Check::kRefusal, false, "a bad trajectory was taken");
  return "";
}

// Returns why it was refused. X: pose of C.
inline std::string make_mistake(Draw& draw, const Target& target, const AdmittanceParameters& now, const Pose& X,
                                Tally& tally) {
  ++tally.changes_refused;
  const int kind = draw.below(4);
  if (kind == 0 && target.trajectories != nullptr) return set_bad_trajectory(draw, *target.trajectories, X, tally);
  if (kind == 0) {
    const bool taken{target.poses->set_desired_pose({1.001 * X.R, X.p})};
    tally.expect(Check::kRefusal, !taken, "a rotation that is none was taken");
    return "a rotation that is none";
  }
  if (kind == 1) {
    const Vector6 nothing = Vector6::Constant(std::numeric_limits<double>::quiet_NaN());
    tally.expect(Check::kRefusal, !target.controller.set_control_wrench(nothing), "a control wrench of NaN was taken");
    return "a control wrench of NaN";
  }
  return set_bad_parameters(draw, target.controller, now, tally);
}

}  // namespace limber::soak
