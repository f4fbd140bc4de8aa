// The virtual fixtures in a step of the admittance law.
#include "compliance/admittance_law.hpp"

namespace limber {

// The force of the fixtures over a substep that would move C from p by `free` without it.
bool AdmittanceLaw::fixture_force(const Vector3& p, const Vector3& free, double h, Vector3& force) const noexcept {
  force.setZero();
  if (fixtures_.empty()) return true;
  Matrix3 response;
  for (int i = 0; i < 3; ++i) {
    response.col(i) = linear_step(Vector6::Zero(), Vector6::Zero(), Vector6::Unit(i), h).displacement.head<3>();
  }
  const std::optional<Vector3> solved = fixtures_.solve(p, free, response, h);
  if (solved) force = *solved;
  return solved.has_value();
}

void AdmittanceLaw::count_fixtures(const Vector3& p, const Vector3& moved, const Vector3& force, double h) noexcept {
  if (fixtures_.empty()) return;
  fixture_step_.force += h * force;
  fixture_step_.dissipated += fixtures_.step_of(p, p + moved, h).dissipated;
}

// 1/s: of the fixtures that act in a step of h s. Longer substeps would ring at their own period.
double AdmittanceLaw::fixture_rate(const Offset& offset, const Vector6& F, double h) const noexcept {
  if (fixtures_.empty()) return 0.0;
  const Vector3 free = linear_step(offset.error(), offset.velocity, F, h / substeps_).displacement.head<3>();
  const double mobility = stepped_.M_inverse.topLeftCorner<3, 3>().cwiseAbs().rowwise().sum().maxCoeff();
  return fixtures_.rate(offset.p, offset.p + substeps_ * free, mobility);
}

}  // namespace limber
