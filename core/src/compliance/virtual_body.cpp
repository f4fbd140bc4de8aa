// Conversions of the virtual body between base and C.
#include "compliance/virtual_body.hpp"

#include "math/braking.hpp"
#include "math/definite_inverse.hpp"
#include "math/so3.hpp"

namespace limber {
namespace {

Offset turned(const Offset& offset, const Matrix3& R) noexcept {
  Offset result;
  result.p = R * offset.p;
  result.q.w() = offset.q.w();
  result.q.vec() = R * offset.q.vec();
  result.velocity << R * offset.velocity.head<3>(), R * offset.velocity.tail<3>();
  return result;
}

}  // namespace

void VirtualBody::put(const Pose& X_BV, const Vector6& twist, const ReferenceSample& reference) noexcept {
  offset_.p = X_BV.p - reference.X_BR.p;
  offset_.q = Quaternion(Matrix3(X_BV.R * reference.X_BR.R.transpose())).normalized();
  offset_.velocity = twist - carried_twist(reference.twist);
}

Offset VirtualBody::offset_in(const Matrix3& R_BC) const noexcept { return turned(offset_, R_BC.transpose()); }

Vector6 VirtualBody::set_offset_from(const Offset& offset, const Matrix3& R_BC) noexcept {
  const Offset before = offset_;
  offset_ = turned(offset, R_BC);
  Vector6 change;
  change << offset_.p - before.p, log_so3((offset_.q * before.q.conjugate()).toRotationMatrix());
  return change;
}

void VirtualBody::lose(const Vector6& lost, double h) noexcept {
  offset_.p -= lost.head<3>();
  offset_.q = (exp_so3(Vector3(-lost.tail<3>())) * offset_.q).normalized();
  for (const int first : {0, 3}) {
    const Vector3 velocity = offset_.velocity.segment<3>(first);
    offset_.velocity.segment<3>(first) = part_of(velocity, velocity - lost.segment<3>(first) / h);
  }
}

Pose VirtualBody::pose(const ReferenceSample& reference) const noexcept {
  return {offset_.q.toRotationMatrix() * reference.X_BR.R, reference.X_BR.p + offset_.p};
}

Vector6 VirtualBody::carried_twist(const Vector6& reference_twist) const noexcept {
  Vector6 carried = reference_twist;
  carried.tail<3>() = offset_.q * Vector3(reference_twist.tail<3>());
  return carried;
}

Vector6 VirtualBody::carrying_twist(const Vector6& body_twist) const noexcept {
  Vector6 carrying = body_twist;
  carrying.tail<3>() = offset_.q.conjugate() * Vector3(body_twist.tail<3>());
  return carrying;
}

Pose VirtualBody::reference_of(const Pose& X_BV) const noexcept {
  return {offset_.q.toRotationMatrix().transpose() * X_BV.R, X_BV.p - offset_.p};
}

// Exp(turn) Q R = Q Exp(Qᵀ turn) R
Pose VirtualBody::reference_turned(const Pose& X_BR, const Vector3& turn) const noexcept {
  return {exp_so3(offset_.q.conjugate() * turn).toRotationMatrix() * X_BR.R, X_BR.p};
}

Vector3 part_of(const Vector3& whole, const Vector3& v) noexcept {
  const Vector3 centre = 0.5 * whole, off = v - centre;
  const double radius = centre.norm(), distance = off.norm();
  return distance > radius ? Vector3(centre + radius / distance * off) : v;
}

void stop_drift(Offset& offset, const Dynamics& dynamics, const Vector6& input, double linear,
                double angular) noexcept {
  if (!input.isZero(0.0)) return;
  const Matrix6 &M = dynamics.M, &K = dynamics.K;
  Vector6 stopped = Vector6::Zero();  // 1 for axes that stop
  const auto stop = [&](int first, double threshold) {
    double squared = 0.0;
    for (int i = first; i < first + 3; ++i) {
      if (K.row(i).isZero(0.0)) squared += offset.velocity[i] * offset.velocity[i];
    }
    if (squared >= threshold * threshold) return;
    for (int i = first; i < first + 3; ++i) stopped[i] = K.row(i).isZero(0.0) ? 1.0 : 0.0;
  };
  stop(0, linear);
  stop(3, angular);
  if (stopped.cwiseProduct(offset.velocity).isZero(0.0)) return;
  const Vector6 going = Vector6::Ones() - stopped;
  if (dynamics.form == Dynamics::Form::kDiagonal) {
    offset.velocity = going.cwiseProduct(offset.velocity);
    return;
  }
  // Coupled axes stop as at a mechanical stop: the others keep their momentum. Keeping their velocity would create
  // energy.
  Matrix6 A = going.asDiagonal() * M * going.asDiagonal();
  A.diagonal() += stopped;
  const Vector6 momentum = going.cwiseProduct(M * offset.velocity);
  Matrix6 A_inverse = Matrix6::Zero();
  invert_definite(A, A_inverse);  // if M is not positive definite, everything stops
  offset.velocity = going.cwiseProduct(A_inverse * momentum);
}

Vector3 stiff_turn(const Offset& offset, const Matrix6& K) noexcept {
  Vector3 theta = offset.theta();
  for (int i = 0; i < 3; ++i) {
    if (K.row(3 + i).isZero(0.0)) theta[i] = 0.0;
  }
  return theta;
}

bool limit_orientation(Offset& offset, const Matrix6& K, double angle_before, double limit, double acceleration,
                       double h) noexcept {
  const Vector3 stiff = stiff_turn(offset, K);
  const double angle = stiff.norm();
  const double outward_allowed = braking_speed(limit - angle_before, acceleration, h);
  const double angle_allowed = angle_before + outward_allowed * h;
  if (angle <= angle_allowed) return false;
  const Vector3 axis = stiff / angle;
  offset.q = exp_so3(offset.theta() - (angle - angle_allowed) * axis);
  const double excess = axis.dot(offset.velocity.tail<3>()) - outward_allowed;
  if (excess > 0.0) offset.velocity.tail<3>() -= excess * axis;
  return true;
}

}  // namespace limber
