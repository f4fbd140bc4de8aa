// Error of the rendered motion relative to the wanted mass-spring-damper: the law alone, with diagonal and with full
// matrices, and the tool of a UR5e through its kinematics.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <random>

#include "compliance/admittance_law.hpp"
#include "compliance/dynamics.hpp"
#include "figures.hpp"
#include "limber/admittance_controller.hpp"
#include "start.hpp"
#include "support/closed_form.hpp"
#include "support/ideal_robot.hpp"

namespace limber::bench {
namespace {

using Periods = std::function<double()>;

struct Rate {
  const char* id;
  const char* name;
  double hertz;  // 0: periods between 0.3 and 1.7 times 2 ms
};
constexpr Rate kRates[] = {
    {"100", "100 Hz", 100}, {"500", "500 Hz", 500}, {"1000", "1000 Hz", 1000}, {"jittered", "jittered", 0}};

Periods periods_of(const Rate& rate) {
  if (rate.hertz > 0.0) return [h = 1.0 / rate.hertz] { return h; };
  return [random = std::mt19937(7), spread = std::uniform_real_distribution<double>(0.3, 1.7)]() mutable {
    return 0.002 * spread(random);
  };
}

struct Axis {
  double m, d, k;
};

// Over-damped, under-damped, heavily over-damped, fast, and without a spring.
constexpr Axis kAxes[] = {{2, 12, 10}, {2, 2, 200}, {1, 800, 2000}, {0.5, 1, 20000}, {5, 44.7, 0}};

// Relative to the final displacement, or to that after 5 s if there is no spring.
double diagonal_error(const Axis& axis, const Rate& rate, double seconds) {
  AdmittanceLaw law;
  law.set_dynamics(
      make_dynamics(axis.m * Matrix6::Identity(), axis.d * Matrix6::Identity(), axis.k * Matrix6::Identity()));
  const double force = 10.0;
  const double step = axis.k > 0.0 ? force / axis.k : 5.0 * force / axis.d;
  Offset offset;
  double worst = 0.0;
  Periods next = periods_of(rate);
  for (double time = 0.0; time < seconds;) {
    const double h = next();
    law.step(offset, force * Vector6::Unit(0), h);
    time += h;
    const double expected = test::closed_form(axis.m, axis.d, axis.k, force, 0.0, 0.0, time);
    worst = std::max(worst, (offset.error() - expected * Vector6::Unit(0)).cwiseAbs().maxCoeff());
  }
  return worst / step;
}

using Matrix13 = Eigen::Matrix<double, 13, 13>;

// By the Taylor series of a small part, then repeated squaring.
Matrix13 exponential(const Matrix13& A) {
  constexpr int kSquarings = 12, kTerms = 12;
  const Matrix13 small = A / std::exp2(kSquarings);
  Matrix13 sum = Matrix13::Identity(), term = Matrix13::Identity();
  for (int i = 1; i <= kTerms; ++i) {
    term = (term.lazyProduct(small) / i).eval();
    sum += term;
  }
  for (int i = 0; i < kSquarings; ++i) sum = sum.lazyProduct(sum).eval();
  return sum;
}

// Coupled in every block, without common modes. The push is small, so that rotation stays in the linear range.
double full_error(const Rate& rate, double seconds) {
  Matrix6 M = Vector6(5, 4, 6, 0.5, 0.6, 0.4).asDiagonal();
  Matrix6 D = Vector6(80, 90, 100, 5, 6, 7).asDiagonal();
  Matrix6 K = Vector6(200, 300, 400, 10, 20, 30).asDiagonal();
  M(0, 4) = M(4, 0) = 0.3;
  D(0, 1) = D(1, 0) = 20.0;
  K(1, 3) = K(3, 1) = 10.0;
  const Dynamics dynamics = make_dynamics(M, D, K);
  const Vector6 F = 1e-7 * Vector6(3, -2, 1, 0.4, 0.5, -0.6);
  Matrix13 A = Matrix13::Zero();
  A.block<6, 6>(0, 6).setIdentity();
  A.block<6, 6>(6, 0) = -dynamics.M_inverse * K;
  A.block<6, 6>(6, 6) = -dynamics.M_inverse * D;
  A.block<6, 1>(6, 12) = dynamics.M_inverse * F;
  AdmittanceLaw law;
  law.set_dynamics(dynamics);
  Offset offset;
  Eigen::Matrix<double, 13, 1> expected = Eigen::Matrix<double, 13, 1>::Unit(12);
  double worst = 0.0, largest = 0.0;
  Periods next = periods_of(rate);
  for (double time = 0.0; time < seconds;) {
    const double h = next();
    law.step(offset, F, h);
    expected = exponential(A * h).lazyProduct(expected).eval();
    time += h;
    worst = std::max(worst, (offset.error() - expected.head<6>()).norm());
    largest = std::max(largest, expected.head<6>().norm());
  }
  return worst / largest;
}

AdmittanceParameters plain_spring(double rate) {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "base_link";
  p.update_rate = rate;
  p.compliance.mass = Vector6(8, 8, 8, 0.5, 0.5, 0.5).asDiagonal();
  p.compliance.damping = Vector6(40, 40, 40, 5, 5, 5).asDiagonal();
  p.compliance.stiffness = Vector6(60, 60, 60, 20, 20, 20).asDiagonal();
  p.wrench.min_motion_threshold = 0.0;
  p.supervisor.stiffness_ramp_time = 0.0;
  p.supervisor.expect_noise = false;
  p.limits.max_linear_velocity = 10.0;
  p.limits.max_linear_acceleration = 50.0;
  return p;
}

double tool_error(const Rate& rate, double seconds) {
  const Arm arm = test::load_arm(test::kUr5e);
  AdmittanceController controller(arm, plain_spring(rate.hertz > 0.0 ? rate.hertz : 500.0));
  test::IdealRobot robot(arm, test::ready_posture(arm), *arm.find_frame("ft_frame"), 0.0);
  const Vector3 direction = Vector3(1, -2, 2) / 3.0;
  const double force = 6.0;
  robot.push_B = [&](const test::IdealRobot&) -> Vector6 {
    return (Vector6() << force * direction, Vector3::Zero()).finished();
  };
  robot.step(0.0);
  start(controller, robot.read());
  const Vector3 start = robot.tool().p;
  double worst = 0.0;
  Periods next = periods_of(rate);
  for (double time = 0.0; time < seconds;) {
    const double h = next();
    robot.step(h);
    robot.write(controller.update(robot.read(), h));
    time += h;
    const Vector3 expected = test::closed_form(8.0, 40.0, 60.0, force, 0.0, 0.0, time) * direction;
    worst = std::max(worst, (robot.tool().p - start - expected).norm());
  }
  return worst / (force / 60.0);
}

}  // namespace

void measure_law(Report& report, double share) {
  report.begin("error against the closed form, as a share of the step");
  const double seconds = std::max(0.5, 5.0 * share);
  const auto add = [&](const char* id, const char* name, const Rate& rate, double error) {
    report.add_value(fmt::format("law.{}.{}", id, rate.id), fmt::format("{}, {}", name, rate.name), "of the step",
                     Better::kLower, exact_value(error));
  };
  for (const Rate& rate : kRates) {
    double worst = 0.0;
    for (const Axis& axis : kAxes) worst = std::max(worst, diagonal_error(axis, rate, seconds));
    add("diagonal", "law, diagonal matrices", rate, worst);
  }
  for (const Rate& rate : kRates) add("full", "law, full matrices", rate, full_error(rate, 0.4 * seconds));
  for (const Rate& rate : kRates) add("tool", "tool of a UR5e", rate, tool_error(rate, 0.4 * seconds));
}

}  // namespace limber::bench
