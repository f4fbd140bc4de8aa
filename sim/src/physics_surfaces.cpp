// The surfaces of a scene and the tool.
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <vector>

#include "physics.hpp"

namespace limber::sim {

Ball Physics::ball() const {
  Vector6 turning_first;
  mj_objectVelocity(model_.get(), data_.get(), mjOBJ_GEOM, ball_, turning_first.data(), 0);
  Ball ball{model_->geom_size[3 * ball_], Eigen::Map<const Vector3>(data_->geom_xpos + 3 * ball_), {}};
  ball.V_B << turning_first.tail<3>(), turning_first.head<3>();
  return ball;
}

// Applies the surfaces to the tool. MuJoCo takes wrenches at the centre of mass.
void Physics::meet_surfaces() {
  if (surfaces_.empty()) return;
  const Ball met = ball();
  const Eigen::Map<const Vector3> com_B(data_->xipos + 3 * tool_);
  Eigen::Map<Vector6> applied(data_->xfrc_applied + 6 * tool_);
  for (TouchedSurface& surface : surfaces_) {
    surface.meet(met);
    applied.head<3>() += surface.contact().force_B;
    applied.tail<3>() += (surface.point() - com_B).cross(surface.contact().force_B);
  }
}

// kg: what a force on the ball has to move, in the direction in which that is least.
double Physics::least_mass_at_ball() const {
  const auto nv = static_cast<std::size_t>(model_->nv);
  std::vector<mjtNum> J(3 * nv), J_by_M(3 * nv);
  mj_jac(model_.get(), data_.get(), J.data(), nullptr, data_->geom_xpos + 3 * ball_, tool_);
  mj_solveM(model_.get(), data_.get(), J_by_M.data(), J.data(), 3);
  using Rows = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Rows> J_B(J.data(), 3, model_->nv), JM_B(J_by_M.data(), 3, model_->nv);
  const Matrix3 mobility = JM_B * J_B.transpose();
  return 1.0 / Eigen::SelfAdjointEigenSolver<Matrix3>(mobility, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

void Physics::check_surfaces() const {
  constexpr double kDeepest = 0.1;  // m, as for a plate
  if (surfaces_.empty()) return;
  // See stiffness_number(); the arm may come to places where it is lighter. At 1, a bounce gains a hundredth of its
  // energy at most.
  const double stiffest = torque_driven() ? 1.0 : 0.5;
  const double mass = least_mass_at_ball();
  for (const TouchedSurface& touched : surfaces_) {
    const Surface& surface = touched.surface();
    const double depth = ball().radius - nearest_point(surface, ball().p_B).height;
    if (!(depth <= kDeepest)) {
      throw SimulationError(
          fmt::format("surface \"{}\": the tool starts {:.3g} m inside it; at most {:g} m is possible", surface.name,
                      depth, kDeepest));
    }
    if (!(touched.stiffness_number(mass) <= stiffest)) {
      throw SimulationError(fmt::format(
          "surface \"{}\" of {:g} N/m and {:.3g} N s/m is too stiff for this light arm: (stiffness x substep "
          "+ 2 x damping) x substep / mass is {:.3g} with {:.3g} kg at the tool; it must be at most {:g}: use "
          "a softer surface or a shorter substep",
          surface.name, surface.stiffness, surface_damping(surface), touched.stiffness_number(mass), mass, stiffest));
    }
  }
}

}  // namespace limber::sim
