// The parameters of an AdmittanceController, bound to an arm and in the form that the control thread uses: no strings,
// no heap, expensive work already done.
#pragma once

#include "compliance/dynamics.hpp"
#include "compliance/first_touch.hpp"
#include "compliance/fixture.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "motion/reference.hpp"
#include "safety/motion_limits.hpp"
#include "safety/posture.hpp"
#include "safety/servo_lead.hpp"
#include "safety/servo_trust.hpp"

namespace limber {

// Pose of C on the tool, and whether it keeps the axes of the base.
struct ComplianceFrame {
  Pose X_JC;
  bool base_axes = false;

  bool same_point(const ComplianceFrame& other) const noexcept {
    return X_JC.p == other.X_JC.p && X_JC.R == other.X_JC.R;
  }
  bool operator==(const ComplianceFrame& other) const noexcept {
    return same_point(other) && base_axes == other.base_axes;
  }
};

// The lead for the body of the settings. A lighter body, such as that of a trajectory, gets less.
struct BodyLead : Lead {
  double lightest = 0.0;  // share of the mass down to which this lead is allowed

  // 0 to 1: for a body with M.
  double share(const Matrix6& M, const Matrix6& M_settings) const noexcept {
    const double mass = M.diagonal().cwiseQuotient(M_settings.diagonal()).minCoeff();
    return mass < lightest ? mass / lightest : 1.0;
  }
};

struct AdmittanceSettings {
  Dynamics dynamics;
  double admittance_ratio = 1.0;
  std::array<bool, 6> enabled_axes{true, true, true, true, true, true};
  double force_threshold = 0.0;   // N
  double torque_threshold = 0.0;  // N m
  TankParameters tank;
  ContactGuardParameters contact_guard;
  PressParameters press;
  TouchSpeeds touch;                // approach speeds by the accepted force
  double tool_inertia_force = 0.0;  // N, at the lever of a contact probe: largest inertial force of the tool
  FixtureSet fixtures;
  DriftParameters drift;
  double orientation_error_limit = 0.0;  // rad
  IntegrateFrom integrate_from = IntegrateFrom::kCommand;
  double nominal_period = 0.002;  // s
  WrenchParameters wrench;
  SupervisorParameters supervisor;
  JointBounds joints;
  ToolBounds tool;
  double singularity_threshold = 0.0;
  double singularity_damping = 0.0;
  PostureGoal posture;     // without joints: the joints at activation
  Frame sensor;            // S
  Frame compliance;        // C
  Pose X_CS;               // both are on the tool
  bool base_axes = false;  // C keeps the axes of the base
  ToldServo servo;
  BodyLead lead;  // none: the servo gets the motion itself
  TouchSpeeds touch_without_lead;
  double lag_without_lead = 0.0;  // s, for the contact guard
  DriverBounds driver;
  bool by_velocity = false;  // the robot is commanded by velocities only; it ignores the commanded position
  ApproachRule approach;

  ComplianceFrame frame() const noexcept { return {compliance.X_JF, base_axes}; }
};

// Throws ArmError if a parameter is out of its bounds, or a name or a count does not fit the arm.
AdmittanceSettings bind(const Arm& arm, const AdmittanceParameters& parameters);

}  // namespace limber
