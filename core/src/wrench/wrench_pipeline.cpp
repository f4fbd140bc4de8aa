// The stages of the wrench, in the order given in the header.
#include "wrench/wrench_pipeline.hpp"

#include <cmath>

#include "wrench/spatial_wrench.hpp"

namespace limber {

double filter_time_constant(const WrenchParameters& parameters, double nominal_period) noexcept {
  if (parameters.filter_coefficient) return smoothing_time_constant(*parameters.filter_coefficient, nominal_period);
  return parameters.filter_cutoff ? cutoff_time_constant(*parameters.filter_cutoff) : 0.0;
}

void WrenchPipeline::configure(const WrenchParameters& parameters, double nominal_period) noexcept {
  parameters_ = parameters;
  time_constant_ = limber::filter_time_constant(parameters, nominal_period);
  // A tared bias is kept if other parameters change.
  if (parameters.bias != configured_bias_) {
    configured_bias_ = parameters.bias;
    bias_target_ = parameters.bias;
    bias_time_left_ = started_ ? parameters.tare_window : 0.0;
    if (!started_) bias_ = bias_target_;
  }
}

void WrenchPipeline::reset() noexcept {
  started_ = false;
  tare_ = Tare();
  bias_ = bias_target_;
  bias_time_left_ = 0.0;
}

void WrenchPipeline::follow_bias(double period) noexcept {
  if (bias_time_left_ <= period) {
    bias_ = bias_target_;
    bias_time_left_ = 0.0;
  } else {
    bias_ += (bias_target_ - bias_) * (period / bias_time_left_);
    bias_time_left_ -= period;
  }
}

const WrenchStages& WrenchPipeline::step(const Vector6& reading, const Pose& X_BS, const Pose& X_CS, double joint_speed,
                                         double period) noexcept {
  stages_.raw_S = parameters_.sign * reading;
  const Vector3 gravity_S = X_BS.R.transpose() * parameters_.gravity;
  const Vector6 weightless = stages_.raw_S - tool_weight(parameters_.tool_mass, parameters_.tool_com, gravity_S);
  tare_outcome_ = tare_.step(weightless, bias_target_, joint_speed, period, parameters_);
  if (tare_outcome_ == Tare::Outcome::kDone) {
    bias_target_ = tare_.mean();
    bias_time_left_ = parameters_.tare_window;
  }
  follow_bias(period);
  stages_.external_S = weightless - bias_;
  const double share = started_ ? low_pass_share(time_constant_, period) : 1.0;
  started_ = true;
  stages_.filtered_S += share * (stages_.external_S - stages_.filtered_S);
  stages_.external_C = move_wrench(X_CS, stages_.filtered_S);
  return stages_;
}

Vector6 felt_along(const std::array<bool, 6>& enabled_axes, const Vector6& F) noexcept {
  Vector6 felt = F;
  for (int i = 0; i < 6; ++i) {
    if (!enabled_axes[static_cast<std::size_t>(i)]) felt[i] = 0.0;
  }
  return felt;
}

LawInput law_input(const Vector6& external_C, const Vector6& control_C, double admittance_ratio,
                   const std::array<bool, 6>& enabled_axes, double force_threshold, double torque_threshold) noexcept {
  const Vector6 felt = felt_along(enabled_axes, external_C);
  const auto gain = [&](int first, double threshold) {
    const double magnitude = std::max(felt.segment<3>(first).norm(), control_C.segment<3>(first).norm());
    return deadband_gain(magnitude, threshold);
  };
  const double force_gain = gain(0, force_threshold), torque_gain = gain(3, torque_threshold);
  LawInput input{admittance_ratio * felt, control_C};
  for (Vector6* part : {&input.external, &input.control}) {
    part->head<3>() *= force_gain;
    part->tail<3>() *= torque_gain;
  }
  return input;
}

LawInput LawInputGate::step(const Vector6& external_C, const Vector6& control_C, double admittance_ratio,
                            const std::array<bool, 6>& enabled_axes, double force_threshold, double torque_threshold,
                            double h) noexcept {
  const Vector6 felt = felt_along(enabled_axes, external_C);
  const bool pushed = force_.step(felt.head<3>(), force_threshold, h);
  const bool turned = torque_.step(felt.tail<3>(), torque_threshold, h);
  LawInput input = law_input(external_C, control_C, admittance_ratio, enabled_axes, force_threshold, torque_threshold);
  if (!pushed && control_C.head<3>().isZero(0.0)) input.external.head<3>().setZero();
  if (!turned && control_C.tail<3>().isZero(0.0)) input.external.tail<3>().setZero();
  return input;
}

double sign_from_push(const Vector3& f_B, const Vector3& direction_B, double least) noexcept {
  const double along = f_B.dot(direction_B.normalized());
  const double sideways = (f_B - along * direction_B.normalized()).norm();
  if (std::abs(along) < least || sideways > std::abs(along)) return 0.0;
  return along > 0.0 ? 1.0 : -1.0;
}

}  // namespace limber
