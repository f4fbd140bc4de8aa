// From a raw sensor reading to the external wrench at the compliance frame:
//
//   raw -> minus tool weight (constant in the world) -> minus bias (constant in S) -> low-pass -> moved to C
//
// InputGuard has checked each reading before: it is finite and in range.
#pragma once

#include <array>

#include "limber/admittance_parameters.hpp"
#include "limber/types.hpp"
#include "wrench/deadband_gate.hpp"
#include "wrench/tare.hpp"

namespace limber {

// The wrench after each stage: N, N m.
struct WrenchStages {
  Vector6 raw_S = Vector6::Zero();       // reading with corrected sign
  Vector6 external_S = Vector6::Zero();  // bias and weight removed
  Vector6 filtered_S = Vector6::Zero();
  Vector6 external_C = Vector6::Zero();  // filtered, at C, in C's axes
};

// s, of the low-pass; 0: none.
double filter_time_constant(const WrenchParameters& parameters, double nominal_period) noexcept;

class WrenchPipeline {
 public:
  // Takes effect with the next step; the filter keeps its state.
  void configure(const WrenchParameters& parameters, double nominal_period) noexcept;
  // Forgets the past: the next reading starts the filter, a running tare ends, the bias is the one tared last.
  void reset() noexcept;

  void start_tare(bool whatever_the_force = false) noexcept { tare_.start(whatever_the_force); }
  bool taring() const noexcept { return tare_.active(); }

  // X_BS from the measured joints, X_CS at the same time, joint_speed in rad/s (the largest of all joints).
  const WrenchStages& step(const Vector6& reading, const Pose& X_BS, const Pose& X_CS, double joint_speed,
                           double period) noexcept;

  double filter_time_constant() const noexcept { return time_constant_; }  // s; 0: no filter
  const WrenchStages& stages() const noexcept { return stages_; }
  Tare::Outcome tare_outcome() const noexcept { return tare_outcome_; }  // of the last step
  const Vector6& tared() const noexcept { return tare_.taken_away(); }   // N, N m, removed by the last tare
  const Vector6& bias() const noexcept { return bias_; }

 private:
  void follow_bias(double period) noexcept;

  WrenchParameters parameters_;
  double time_constant_ = 0.0;
  bool started_ = false;
  Vector6 bias_ = Vector6::Zero();
  Vector6 bias_target_ = Vector6::Zero();
  Vector6 configured_bias_ = Vector6::Zero();
  double bias_time_left_ = 0.0;
  Tare tare_;
  Tare::Outcome tare_outcome_ = Tare::Outcome::kNone;
  WrenchStages stages_;
};

// F with zeros along axes that are not enabled.
Vector6 felt_along(const std::array<bool, 6>& enabled_axes, const Vector6& F) noexcept;

// The input of the law at C: axis selection, admittance ratio, control wrench and a continuous deadband, separately for
// force and torque. The gain of the deadband follows the larger of the two wrenches and acts on their sum. Without a
// control wrench this is the usual deadband; a press of 10 N balances at 10 N, not at 10 N minus the threshold.
struct LawInput {
  Vector6 external = Vector6::Zero();  // α S F_ext after the deadband
  Vector6 control = Vector6::Zero();   // F_control after the deadband
  Vector6 sum() const { return external + control; }
};
LawInput law_input(const Vector6& external_C, const Vector6& control_C, double admittance_ratio,
                   const std::array<bool, 6>& enabled_axes, double force_threshold, double torque_threshold) noexcept;

// law_input() with memory: without a control wrench, only a push acts, not noise.
class LawInputGate {
 public:
  void reset() noexcept { *this = LawInputGate(); }
  LawInput step(const Vector6& external_C, const Vector6& control_C, double admittance_ratio,
                const std::array<bool, 6>& enabled_axes, double force_threshold, double torque_threshold,
                double h) noexcept;

 private:
  DeadbandGate force_, torque_;
};

// Finds the sign of a sensor from a push along a known direction: +1 if it reports the force of the environment on the
// tool, -1 if the opposite, 0 if the push is not clear (below `least` N, or sideways).
double sign_from_push(const Vector3& f_B, const Vector3& direction_B, double least) noexcept;

}  // namespace limber
