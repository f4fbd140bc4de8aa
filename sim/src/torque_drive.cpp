// The torque drive: counts, limit, delay, reading.
#include "limber/sim/torque_drive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limber/sim/scene.hpp"

namespace limber::sim {

namespace {

constexpr double kXm430Armature = 0.0125;            // kg m²
constexpr std::uint64_t kOwnNoise = 0x746f72717565;  // different from the noise of the wrist sensor
constexpr int kLongestDelay = 1000;                  // cycles

// One number per joint: given or default.
template <typename Default>
JointVector spread(const Arm& arm, const char* name, const JointVector& given, Default otherwise) {
  const auto n = static_cast<Eigen::Index>(arm.joint_count());
  if (given.size() > 1 && given.size() != n) {
    throw SimulationError(fmt::format("torque drive: {} has {} numbers; {} takes one, or one for each of its {} joints",
                                      name, given.size(), arm.name(), n));
  }
  JointVector values(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    values[i] =
        given.size() == 0 ? otherwise(arm.joints()[static_cast<std::size_t>(i)]) : given[std::min(i, given.size() - 1)];
    if (!(values[i] >= 0.0) || !std::isfinite(values[i])) {
      throw SimulationError(
          fmt::format("torque drive: {} of joint {} is {:g}; it must be 0 or more, and finite", name, i, values[i]));
    }
  }
  return values;
}

void check(const TorqueDriveParameters& parameters) {
  const auto refuse_negative = [](const char* name, double value) {
    if (value >= 0.0 && std::isfinite(value)) return;
    throw SimulationError(fmt::format("torque drive: {} is {:g}; it must be 0 or more, and finite", name, value));
  };
  refuse_negative("effort_step", parameters.effort_step);
  refuse_negative("effort_noise", parameters.effort_noise);
  if (parameters.delay < 0 || parameters.delay > kLongestDelay) {
    throw SimulationError(
        fmt::format("torque drive: delay is {} cycles; it must be 0 to {}", parameters.delay, kLongestDelay));
  }
}

}  // namespace

TorqueJoints torque_joints(const Arm& arm, const TorqueDriveParameters& parameters) {
  return {spread(arm, "armature", parameters.armature, [](const Joint&) { return kXm430Armature; }),
          spread(arm, "damping", parameters.damping, [](const Joint& joint) { return joint.damping; }),
          spread(arm, "friction", parameters.friction, [](const Joint&) { return 0.0; }),
          spread(arm, "effort_limit", parameters.effort_limit, [](const Joint& joint) { return joint.limits.effort; })};
}

TorqueDrive::TorqueDrive(const Arm& arm, const TorqueDriveParameters& parameters, std::uint64_t seed)
    : effort_step_(parameters.effort_step),
      noise_(parameters.effort_noise),
      limit_(torque_joints(arm, parameters).effort_limit),
      random_(seed ^ kOwnNoise) {
  check(parameters);
  constexpr double kRounding = 1e-9;  // 4.1 N m are 820 counts, not 819
  if (effort_step_ > 0.0)
    limit_ = effort_step_ *
             (limit_ / effort_step_).array().unaryExpr([](double counts) { return std::floor(counts + kRounding); });
  in_flight_.resize(static_cast<std::size_t>(parameters.delay) + 1);
  hold(JointVector::Zero(arm.joint_count()));
}

void TorqueDrive::hold(const JointVector& torque) {
  newest_ = torque;
  std::fill(in_flight_.begin(), in_flight_.end(), torque);
}

bool TorqueDrive::command(const JointVector& effort) {
  if (effort.size() != limit_.size() || !effort.allFinite()) return false;
  for (Eigen::Index i = 0; i < effort.size(); ++i) {
    const double whole = effort_step_ > 0.0 ? effort_step_ * std::round(effort[i] / effort_step_) : effort[i];
    newest_[i] = std::clamp(whole, -limit_[i], limit_[i]);
  }
  return true;
}

void TorqueDrive::advance() {
  in_flight_[oldest_] = newest_;
  oldest_ = (oldest_ + 1) % in_flight_.size();
}

JointVector TorqueDrive::reading() {
  JointVector reading = applied();
  if (noise_ > 0.0) {
    for (Eigen::Index i = 0; i < reading.size(); ++i) reading[i] += noise_ * normal_(random_);
  }
  return reading;
}

}  // namespace limber::sim
