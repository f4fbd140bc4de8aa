#include "arm/urdf_values.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

namespace limber {
namespace {

// m, kg, kg m²: far above any arm; sums and products of such numbers stay finite.
constexpr double kLargest = 1e6;
// Shorter axes have no usable direction.
constexpr double kShortestAxis = 1e-6;
// Rounding in the URDF may make an eigenvalue negative by this much: relative to the largest eigenvalue, and in kg m²
// for inertias near zero (a milligram of one millimetre has 1e-12).
constexpr double kInertiaRounding = 1e-6;
constexpr double kInertiaOfNothing = 1e-12;

bool sane(double value) { return std::abs(value) <= kLargest; }
bool sane(const Vector3& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() <= kLargest; }

Vector3 vector(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Matrix3 rotation(const urdf::Rotation& r) { return Quaternion(r.w, r.x, r.y, r.z).normalized().toRotationMatrix(); }

Matrix3 tensor(const urdf::Inertial& inertial) {
  Matrix3 I;
  I << inertial.ixx, inertial.ixy, inertial.ixz,  //
      inertial.ixy, inertial.iyy, inertial.iyz,   //
      inertial.ixz, inertial.iyz, inertial.izz;
  return I;
}

// `I` without negative eigenvalues caused by rounding. Throws ArmError if they are larger than that.
Matrix3 sound_inertia(const Matrix3& I, const std::string& link) {
  if (!I.allFinite() || !sane(I.cwiseAbs().maxCoeff())) {
    throw ArmError(fmt::format("{} has an inertia beyond {} kg m²; it must be finite", link, kLargest));
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3> modes(I);
  const Vector3& eigenvalues = modes.eigenvalues();
  if (eigenvalues[0] >= 0.0) return I;
  if (eigenvalues[0] < -std::max(kInertiaRounding * eigenvalues.cwiseAbs().maxCoeff(), kInertiaOfNothing)) {
    throw ArmError(
        fmt::format("{} has an inertia with eigenvalue {:.3g} kg m²; none may be below 0", link, eigenvalues[0]));
  }
  return modes.eigenvectors() * eigenvalues.cwiseMax(0.0).asDiagonal() * modes.eigenvectors().transpose();
}

JointType type_of(const urdf::Joint& joint, const std::string& where) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
      return JointType::kRevolute;
    case urdf::Joint::CONTINUOUS:
      return JointType::kContinuous;
    case urdf::Joint::PRISMATIC:
      return JointType::kPrismatic;
    default:
      break;
  }
  const char* type = joint.type == urdf::Joint::PLANAR     ? "planar"
                     : joint.type == urdf::Joint::FLOATING ? "floating"
                                                           : "of unknown type";
  throw ArmError(fmt::format("{} is {}; an arm's joints are revolute, continuous, prismatic or fixed", where, type));
}

Vector3 axis_of(const urdf::Joint& joint, const std::string& where) {
  const Vector3 axis = vector(joint.axis);
  if (!sane(axis) || axis.norm() < kShortestAxis) {
    throw ArmError(
        fmt::format("{} has the axis ({}, {}, {}); it must have a direction", where, axis.x(), axis.y(), axis.z()));
  }
  return axis.normalized();
}

JointLimits limits_of(const urdf::Joint& joint, JointType type, const std::string& where) {
  if (!joint.limits && type != JointType::kContinuous) {
    throw ArmError(fmt::format("{} has no <limit>; a {} joint needs lower, upper and velocity", where,
                               type == JointType::kPrismatic ? "prismatic" : "revolute"));
  }
  JointLimits limits{.lower = 0.0, .upper = 0.0, .velocity = 0.0, .effort = 0.0};
  if (joint.limits) {
    limits.lower = joint.limits->lower;
    limits.upper = joint.limits->upper;
    limits.velocity = joint.limits->velocity;
    limits.effort = joint.limits->effort;
  }
  if (!std::isfinite(limits.velocity) || limits.velocity < 0.0) {
    throw ArmError(fmt::format("{} has the velocity limit {}; it must be above 0", where, limits.velocity));
  }
  // Exporters write 0 for a limit that was not filled in.
  if (limits.velocity == 0.0) limits.velocity = std::numeric_limits<double>::infinity();
  if (!std::isfinite(limits.effort) || limits.effort < 0.0) {
    throw ArmError(fmt::format("{} has the effort limit {}; it must be 0 or above", where, limits.effort));
  }
  if (type == JointType::kContinuous) {
    limits.upper = std::numeric_limits<double>::infinity();
    limits.lower = -limits.upper;
  } else if (!sane(limits.lower) || !sane(limits.upper) || limits.lower >= limits.upper) {
    throw ArmError(
        fmt::format("{} has the limits lower {} and upper {}; both must be given, lower below upper and "
                    "neither beyond {}",
                    where, limits.lower, limits.upper, kLargest));
  }
  return limits;
}

}  // namespace

Pose origin_of(const urdf::Joint& joint, const std::string& source) {
  const auto& origin = joint.parent_to_joint_origin_transform;
  const Pose X{rotation(origin.rotation), vector(origin.position)};
  if (!sane(X.p) || !X.R.allFinite()) {
    throw ArmError(
        fmt::format("{}: joint '{}' has an origin beyond {} m; it must be finite", source, joint.name, kLargest));
  }
  return X;
}

Body body_of(const urdf::Link& link, const std::string& source) {
  if (!link.inertial) return {};
  const std::string where = fmt::format("{}: link '{}'", source, link.name);
  const double mass = link.inertial->mass;
  if (!sane(mass) || mass < 0.0) {
    throw ArmError(fmt::format("{} has the mass {} kg; it must be 0 or above, and finite", where, mass));
  }
  const Pose X_LI{rotation(link.inertial->origin.rotation), vector(link.inertial->origin.position)};
  if (!sane(X_LI.p) || !X_LI.R.allFinite()) {
    throw ArmError(fmt::format("{} has a centre of mass beyond {} m; it must be finite", where, kLargest));
  }
  const Matrix3 I = sound_inertia(tensor(*link.inertial), where);
  return {mass, X_LI.p, X_LI.R * I * X_LI.R.transpose()};
}

Joint moving_joint(const urdf::Joint& joint, const std::string& source) {
  const std::string where = fmt::format("{}: joint '{}'", source, joint.name);
  if (joint.mimic) {
    throw ArmError(fmt::format("{} mimics '{}'; every moving joint between base and tip must move by itself", where,
                               joint.mimic->joint_name));
  }
  Joint result;
  result.name = joint.name;
  result.link = joint.child_link_name;
  result.type = type_of(joint, where);
  result.axis = axis_of(joint, where);
  result.limits = limits_of(joint, result.type, where);
  result.damping = joint.dynamics ? joint.dynamics->damping : 0.0;
  if (!std::isfinite(result.damping) || result.damping < 0.0) {
    throw ArmError(fmt::format("{} has the damping {}; it must be 0 or above", where, result.damping));
  }
  return result;
}

}  // namespace limber
