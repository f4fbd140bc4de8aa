// The torque-driven arm in large, fast motion: energy, and an independent integration of KDL's dynamics.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "arm/kdl_model.hpp"
#include "support/decompositions.hpp"
#include "torque_arms.hpp"

namespace limber::sim {
namespace {

struct Motion {
  JointVector q, qd;
};

class Swinging : public testing::Test {
 protected:
  // (M + armature) q̈ = τ - C q̇ - g - damping q̇
  JointVector acceleration(const Motion& m, const JointVector& tau) const {
    Eigen::MatrixXd M = kdl.mass_matrix(m.q);
    M.diagonal().array() += armature;
    return test::solve(M, tau - kdl.coriolis(m.q, m.qd) - kdl.gravity(m.q, kGravity) - damping * m.qd);
  }
  // One step of Runge and Kutta's rule.
  void advance(Motion& m, const JointVector& tau, double h) const {
    const Motion k1{m.qd, acceleration(m, tau)};
    const Motion k2{m.qd + 0.5 * h * k1.qd, acceleration({m.q + 0.5 * h * k1.q, m.qd + 0.5 * h * k1.qd}, tau)};
    const Motion k3{m.qd + 0.5 * h * k2.qd, acceleration({m.q + 0.5 * h * k2.q, m.qd + 0.5 * h * k2.qd}, tau)};
    const Motion k4{m.qd + h * k3.qd, acceleration({m.q + h * k3.q, m.qd + h * k3.qd}, tau)};
    m.q += h / 6.0 * (k1.q + 2.0 * k2.q + 2.0 * k3.q + k4.q);
    m.qd += h / 6.0 * (k1.qd + 2.0 * k2.qd + 2.0 * k3.qd + k4.qd);
  }
  double kinetic_energy(const Motion& m) const {
    return 0.5 * m.qd.dot(kdl.mass_matrix(m.q) * m.qd) + 0.5 * armature * m.qd.squaredNorm();
  }
  double potential_energy(const JointVector& q) const {
    double sum = 0.0;
    for (int i = 0; i < arm.joint_count(); ++i) {
      const Body& body = arm.bodies()[static_cast<std::size_t>(i)];
      sum -= body.mass * kGravity.dot(arm.pose(q, Frame{i, Pose{}}) * body.com);
    }
    return sum;
  }
  SimulationParameters parameters() const {
    SimulationParameters p = ideal_torque();
    p.torque.armature = one(armature);
    p.torque.damping = one(damping);
    return p;
  }

  Arm arm = load_arm("open_manipulator_x");
  test::KdlModel kdl{urdf_of("open_manipulator_x"), "world", "end_effector_link"};
  double armature = 0.0125, damping = 0.1;
  std::mt19937_64 random{31};
};

TEST_F(Swinging, MovesAsKdlsDynamicsIntegratedApart) {
  for (const double rotor : {0.0125, 0.002}) {
    armature = rotor;
    double worst = 0.0, fastest = 0.0;
    for (int n = 0; n < 5; ++n) {
      Motion m{random_pose(arm, random), JointVector::Zero(4)};
      SimulatedArm robot(arm, m.q, parameters());
      for (int k = 0; k < 250; ++k) {
        const JointVector tau = 0.5 * (JointVector::LinSpaced(4, 1.0, 4.0) * (0.01 * k)).array().sin();
        robot.write(torque(tau));
        robot.step(0.002);
        for (int i = 0; i < 4; ++i) advance(m, tau, 0.0005);
        worst = std::max(worst, (robot.read().q - m.q).cwiseAbs().maxCoeff());
        fastest = std::max(fastest, m.qd.cwiseAbs().maxCoeff());
      }
    }
    std::cout << "armature " << armature << ": worst difference " << worst << " rad at up to " << fastest << " rad/s\n";
    EXPECT_GT(fastest, 3.0);
    EXPECT_LT(worst, 1e-6);
  }
}

TEST_F(Swinging, KeepsItsEnergyWithoutDamping) {
  damping = 0.0;
  for (const double rotor : {0.0125, 0.0}) {
    armature = rotor;
    const JointVector q0 = home(arm);
    SimulatedArm robot(arm, q0, parameters());
    const double start = potential_energy(q0);
    double worst = 0.0, most = 0.0;
    for (int k = 0; k < 2500; ++k) {
      robot.write(torque(JointVector::Zero(4)));
      robot.step(0.002);
      const Motion m{robot.read().q, robot.read().qd};
      worst = std::max(worst, std::abs(kinetic_energy(m) + potential_energy(m.q) - start));
      most = std::max(most, kinetic_energy(m));
    }
    std::cout << "armature " << armature << ": energy off by " << worst / most << " of the swing's in 5 s\n";
    EXPECT_LT(worst, (rotor > 0.0 ? 1e-6 : 1e-3) * most);
  }
}

TEST_F(Swinging, FallsToRestWithDampingEvenWithoutARotor) {
  armature = 0.0;
  SimulatedArm robot(arm, home(arm), parameters());
  robot.write(torque(JointVector::Zero(4)));
  robot.step(30.0);
  EXPECT_LT(robot.read().qd.norm(), 1e-5);
  EXPECT_LT(kdl.gravity(robot.read().q, kGravity).norm(), 1e-5);
}

}  // namespace
}  // namespace limber::sim
