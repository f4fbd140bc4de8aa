// The parts of a cycle on their own, hot: kinematics, gravity, the law's forms, the wrench, the limits.
#include <cmath>
#include <memory>

#include "figures.hpp"
#include "limber/compliance/admittance_law.hpp"
#include "limber/controllers/telemetry.hpp"
#include "limber/rt/ring.hpp"
#include "limber/safety/commanded_motion.hpp"
#include "limber/wrench/wrench_pipeline.hpp"
#include "measure.hpp"

namespace limber::bench {
namespace {

constexpr double kPeriod = 0.002;  // s
const std::string kGroup = "parts, each on its own";

JointVector swaying(int i) {
  JointVector q = ready_posture();
  for (int j = 0; j < q.size(); ++j) q[j] += 0.1 * std::sin(0.001 * i * (1 + j));
  return q;
}

void measure_arm(Report& report, int batches) {
  const Arm arm = ur5e();
  // The postures are made beforehand: their sines would cost as much as the arm's own.
  std::vector<JointVector> postures(1024);
  for (std::size_t i = 0; i < postures.size(); ++i) postures[i] = swaying(static_cast<int>(i));
  const auto posture = [&](int i) -> const JointVector& {
    return postures[static_cast<std::size_t>(i) % postures.size()];
  };
  Pose X;
  Jacobian J;
  report.add(kGroup, "forward kinematics",
             time_batches(batches, [&](int i) { keep(X = arm.pose(posture(i), arm.tip())); }), kBatch);
  report.add(kGroup, "forward kinematics and Jacobian",
             time_batches(batches,
                          [&](int i) {
                            arm.kinematics(posture(i), arm.tip(), X, J);
                            keep(X);
                            keep(J);
                          }),
             kBatch);
  report.add(kGroup, "gravity torque",
             time_batches(batches, [&](int i) { keep(arm.gravity_torque(posture(i), Vector3(0, 0, -9.81))); }), kBatch);
}

void measure_law(Report& report, int batches, const std::string& name, const Matrix6& M, const Matrix6& D,
                 const Matrix6& K) {
  AdmittanceLaw law;
  law.set_dynamics(make_dynamics(M, D, K));
  Offset offset;
  const auto step = [&](int i) {
    Vector6 F = Vector6::Constant(i % 997 < 500 ? 10.0 : -10.0);
    F.tail<3>() *= 0.1;
    law.step(offset, F, kPeriod);
    keep(offset);
  };
  report.add(kGroup, name, time_batches(batches, step), kBatch);
}

void measure_laws(Report& report, int batches) {
  const Matrix6 M = Vector6(5, 5, 5, 0.5, 0.5, 0.5).asDiagonal();
  const Matrix6 D = Vector6(60, 70, 80, 5, 6, 7).asDiagonal();
  const Matrix6 K = Vector6(200, 200, 200, 10, 20, 30).asDiagonal();
  Matrix6 K_translation = K;
  K_translation.bottomRows<3>().setZero();
  Matrix6 K_full = K, D_full = D;
  K_full(0, 1) = K_full(1, 0) = 50.0;
  D_full(0, 2) = D_full(2, 0) = 20.0;
  measure_law(report, batches, "law, diagonal, no rotational spring", M, D, K_translation);
  measure_law(report, batches, "law, diagonal", M, D, K);
  measure_law(report, batches, "law, modal", M, 2.0 * M + 0.1 * K_full, K_full);
  measure_law(report, batches, "law, coupled", M, D_full, K_full);
}

void measure_wrench(Report& report, int batches) {
  WrenchPipeline pipeline;
  pipeline.configure(on_springs().wrench, kPeriod);
  const Pose X_BS = ur5e().pose(ready_posture(), ur5e().tip());
  const Pose X_CS{Matrix3::Identity(), Vector3(0, 0, 0.1)};
  const auto step = [&](int i) { keep(pipeline.step(Vector6::Constant(0.01 * (i % 997)), X_BS, X_CS, 0.1, kPeriod)); };
  report.add(kGroup, "wrench: bias, weight, filter, lever arm", time_batches(batches, step), kBatch);
}

void measure_limits(Report& report, int batches) {
  const Arm arm = ur5e();
  CommandedMotion motion(arm, arm.tip(), LimitParameters{});
  motion.start(ready_posture(), JointVector::Zero(6));
  const Pose middle = motion.X_BC();
  report.add(kGroup, "kinematics and factor of the Jacobian",
             time_batches(batches, [&](int) { keep(motion.update_kinematics()); }), kBatch);
  const auto step = [&](int i) {
    Pose target = middle;
    target.p += 0.05 * Vector3(std::sin(0.002 * i), std::sin(0.003 * i), std::cos(0.002 * i) - 1.0);
    motion.update_kinematics();
    keep(motion.lead(target, std::nullopt, kPeriod));
  };
  report.add(kGroup, "the same, joints for a pose, limits", time_batches(batches, step), kBatch);
}

void measure_ring(Report& report, int batches) {
  const auto ring = std::make_unique<Ring<Telemetry, 1024>>();
  Telemetry record, taken;
  const auto step = [&](int) {
    keep(ring->try_push(record));
    ring->try_pop(taken);
    keep(taken);
  };
  report.add(kGroup, "a telemetry record into the ring and out", time_batches(batches, step), kBatch);
}

}  // namespace

void measure_parts(Report& report, double share) {
  const int batches = static_cast<int>(5000 * share);
  measure_arm(report, batches);
  measure_laws(report, batches);
  measure_wrench(report, batches);
  measure_limits(report, batches);
  measure_ring(report, batches);
  report.add(kGroup, "reading the clock", time_batches(batches, [](int) { keep(monotonic_now()); }), kBatch);
}

}  // namespace limber::bench
