// Random parameters of the compliant controllers: valid ones, changes of some of them, and ones that must be refused.
#pragma once

#include "draw.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/compliant_point.hpp"
#include "soak_arm.hpp"

namespace limber::soak {

AdmittanceParameters draw_parameters(Draw& draw, const SoakArm& arm, const Vector3& p_start);

ServoParameters draw_servo_parameters(Draw& draw);
PressParameters draw_press_parameters(Draw& draw);
std::array<FixtureParameters, kMaxFixtures> draw_fixtures(Draw& draw, const Vector3& p_start);

// A live change by a user: draws one group of `now` again; `changed` gets its name.
AdmittanceParameters draw_change(Draw& draw, const SoakArm& arm, const Vector3& p_start,
                                 const AdmittanceParameters& now, const char*& changed);

// `now` with one value that is never allowed; `spoilt` names it.
AdmittanceParameters draw_refusal(Draw& draw, const AdmittanceParameters& now, const char*& spoilt);

// Valid points that start near X.
std::vector<CompliantPoint> draw_points(Draw& draw, const Pose& X);
// The same with one error.
std::vector<CompliantPoint> draw_bad_points(Draw& draw, const Pose& X);

// Within `distance` m and `turn` rad of X.
Pose draw_pose_near(Draw& draw, const Pose& X, double distance, double turn);

}  // namespace limber::soak
