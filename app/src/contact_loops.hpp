// The contact loops of a run: one for each axis of C, and one along the normal of a plate.
#pragma once

#include <cstddef>
#include <vector>

#include "controllers/admittance_settings.hpp"
#include "limber/contact_stability.hpp"
#include "motion_plan.hpp"

namespace limber::app {

// The loop along axis 0, 1 or 2 of C.
ContactLoop axis_loop(const MotionPlan& plan, std::size_t axis);

// Axis 0, 1 or 2 of C at the start, in the base.
Vector3 compliance_axis(const MotionPlan& plan, std::size_t axis);

// The loop along the axis of C that takes most of a direction of the base.
ContactLoop loop_along(const MotionPlan& plan, const Vector3& direction_B);

// The plates of the scene, and its surfaces as they are where they are nearest to the tool at the start.
std::vector<sim::Plate> touchable(const MotionPlan& plan);

// m/s²: what C has along a line of the base (unit) at these joints, in a stop for a fault.
double deceleration_at(const MotionPlan& plan, const Vector3& direction_B, const JointVector& q);
// m/s²: the least that C has along a line, at the start and wherever the line meets a plate of the scene: an arm that
// is nearly stretched there brakes less well than at the start.
double least_deceleration(const MotionPlan& plan, const Vector3& direction_B);

struct WallJudgement {
  ContactLoop loop;
  Margins margins;
  double damping_needed;  // N s/m, for a gain margin of 2 and a phase margin of 30 degrees

  bool good() const;
};
WallJudgement judge_wall(const ContactLoop& loop, double stiffness);

}  // namespace limber::app
