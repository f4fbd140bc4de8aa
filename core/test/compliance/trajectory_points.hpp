// Points for the tests of trajectories (random valid ones, and the simplest), and their samples.
#pragma once

#include <random>
#include <vector>

#include "compliance/compliant_trajectory.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/compliant_point.hpp"
#include "support/random_motion.hpp"

namespace limber::test {

inline CompliantPoint point_at(double time, double x = 0.0) {
  CompliantPoint point;
  point.time_from_start = time;
  point.X_BR.p.x() = x;
  return point;
}

inline Matrix6 random_diagonal(std::mt19937& random, double low, double high) {
  Vector6 d;
  for (int i = 0; i < 6; ++i) d[i] = random_between(random, low, high);
  return d.asDiagonal();
}

inline Matrix6 random_full(std::mt19937& random, double low, double high) {
  Matrix6 G = Matrix6::NullaryExpr([&] { return random_between(random, -1.0, 1.0); });
  G = G * G.transpose();
  const Matrix6 A = random_diagonal(random, low, high) + Matrix6((0.1 * low) * G);
  return 0.5 * (A + A.transpose());
}

struct PointDraw {
  std::size_t count = 10;
  bool accelerations = false;
  bool compliances = false;
};

inline std::vector<CompliantPoint> random_points(std::mt19937& random, const PointDraw& draw) {
  std::vector<CompliantPoint> points;
  double time = random_between(random, 0.0, 1.0);
  Pose X;
  for (std::size_t i = 0; i < draw.count; ++i) {
    CompliantPoint point;
    point.time_from_start = time;
    X = point.X_BR = random_pose_near(random, X, 2.5);
    const bool last = i + 1 == draw.count;
    if (!last && random() % 3 != 0) point.twist = random_vector6(random, 0.3);
    if (draw.accelerations || random() % 3 == 0) point.acceleration = (last ? 0.0 : 1.0) * random_vector6(random, 0.5);
    if (random() % 2 == 0) point.wrench = random_vector6(random, 10.0);
    if (draw.compliances && random() % 4 != 0) {
      const bool full = random() % 2 == 0;
      point.compliance.mass = full ? random_full(random, 1.0, 10.0) : random_diagonal(random, 1.0, 10.0);
      if (random() % 2 == 0)
        point.compliance.stiffness = full ? random_full(random, 50.0, 900.0) : random_diagonal(random, 0.0, 900.0);
      if (random() % 3 == 0)
        point.compliance.damping = full ? random_full(random, 20.0, 90.0) : random_diagonal(random, 20.0, 90.0);
    }
    points.push_back(point);
    time += random_between(random, 1.0, 3.0);
  }
  return points;
}

inline ComplianceParameters some_parameters() {
  ComplianceParameters parameters;
  parameters.stiffness = Vector6(300, 300, 0, 20, 20, 20).asDiagonal();
  return parameters;
}

inline TrajectorySample sample_at(const CompliantTrajectory& trajectory, double t) {
  std::size_t cursor = 0;
  return trajectory.sample(t, cursor);
}

}  // namespace limber::test
