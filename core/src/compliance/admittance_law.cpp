// Steps of the admittance law: the discrete gradient of the rotational spring, and substeps that converge.
#include "compliance/admittance_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/so3.hpp"

namespace limber {
namespace {

// Each iteration must approach the fixed point of the rotational spring by this factor; otherwise the step is halved.
constexpr double kContraction = 0.1;
// Relative to the spring energy: about 50 times the rounding error.
constexpr double kConverged = 1e-14;
constexpr int kMaxHalvings = 40;

// J_l(theta)⁻¹ - 1 as an operator, without building the matrix.
struct LeftJacobianInverse {
  Vector3 theta;
  double c;

  explicit LeftJacobianInverse(const Vector3& at) noexcept
      : theta(at), c(left_jacobian_inverse_term(at.squaredNorm())) {}
  Vector3 less_one_times(const Vector3& v) const noexcept {
    const Vector3 cross = theta.cross(v);
    return c * theta.cross(cross) - 0.5 * cross;
  }
  Vector3 less_one_transposed_times(const Vector3& v) const noexcept {
    const Vector3 cross = theta.cross(v);
    return c * theta.cross(cross) + 0.5 * cross;
  }
};

// The spring over one step from (e, q = Exp θ). Position and rotation are stored separately: a six-vector that is
// written whole and read in halves would wait for its own stores.
class SpringStep {
 public:
  SpringStep(const Dynamics& dynamics, const Vector6& e, const Quaternion& q) noexcept
      : K_pr_(dynamics.K.topRightCorner<3, 3>()),
        K_rp_(dynamics.K.bottomLeftCorner<3, 3>()),
        K_rr_(dynamics.K.bottomRightCorner<3, 3>()),
        p_(e.head<3>()),
        q_(q),
        start_(e.tail<3>()),
        coupled_(dynamics.form != Dynamics::Form::kDiagonal),
        negligible_(kConverged * dynamics.turn_stiffness),
        size_(size(e)) {}

  // The discrete gradient of ½ eᵀKe over the displacement, minus the linear K (e + δ/2).
  Vector6 remainder(const Vector6& displacement) const noexcept {
    const Vector3 turn = displacement.tail<3>();
    const Vector3 end = log_so3(exp_so3(turn) * q_);
    const Vector3 bend = 0.5 * (end - start_.theta - turn);  // deviation of the mean θ from θ + turn/2
    const Vector3 gradient = K_rp_ * (p_ + 0.5 * displacement.head<3>()) + K_rr_ * (start_.theta + 0.5 * turn + bend);
    Vector6 result;
    result << K_pr_ * bend, K_rr_ * bend + mean_less_one_transposed_times(gradient, end, turn);
    return result;
  }

  // Whether a change of the remainder (squared) affects the energy of the step: the work of the change against ½ K (e²
  // + δ²). Turns below 1e-4 rad count as 1e-4 rad, otherwise rounding errors would seem to matter.
  bool matters(double change, const Vector6& displacement) const noexcept {
    const double moved = size(displacement);
    const double energy = negligible_ * (size_ + moved);
    return change * std::max(moved, std::min(size_, 1e-8)) > energy * energy;
  }

 private:
  // rad², plus m² if position and rotation share a spring.
  double size(const Vector6& x) const noexcept {
    return x.tail<3>().squaredNorm() + (coupled_ ? x.head<3>().squaredNorm() : 0.0);
  }

  // With the mean of J_l⁻¹ along the turn, θ_end - θ_start = mean * turn exactly. Simpson's rule is accurate to the
  // fifth power of the turn; a rank-one correction makes larger turns exact.
  Vector3 mean_less_one_transposed_times(const Vector3& g, const Vector3& end, const Vector3& turn) const noexcept {
    const LeftJacobianInverse at_middle(log_so3(exp_so3(0.5 * turn) * q_)), at_end(end);
    const Vector3 product = 1.0 / 6.0 * (start_.less_one_transposed_times(g) + at_end.less_one_transposed_times(g)) +
                            2.0 / 3.0 * at_middle.less_one_transposed_times(g);
    const double squared = turn.squaredNorm();
    // (Beyond pi, θ jumps to the opposite side, even for a small turn.)
    if (squared <= 1e-8 && start_.theta.dot(end) >= 0.0) return product;
    const Vector3 turned = 1.0 / 6.0 * (start_.less_one_times(turn) + at_end.less_one_times(turn)) +
                           2.0 / 3.0 * at_middle.less_one_times(turn);
    return product + turn * ((end - start_.theta - turn - turned).dot(g) / squared);
  }

  Matrix3 K_pr_, K_rp_, K_rr_;
  Vector3 p_;
  Quaternion q_;
  LeftJacobianInverse start_;
  bool coupled_;
  double negligible_;  // N m/rad
  double size_;
};

void move(Offset& offset, const Vector6& displacement) noexcept {
  offset.p += displacement.head<3>();
  offset.q = (exp_so3(displacement.tail<3>()) * offset.q).normalized();
}

}  // namespace

Vector3 Offset::log_rotation() const { return log_so3(q); }

double stored_energy(const Dynamics& dynamics, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  return 0.5 * offset.velocity.dot(dynamics.M * offset.velocity) + 0.5 * e.dot(dynamics.K * e);
}

Vector6 spring_wrench(const Matrix6& K, const Offset& offset) noexcept {
  const Vector6 e = offset.error();
  Vector6 wrench = K * e;
  const Vector3 plain = wrench.tail<3>();
  wrench.tail<3>() = plain + LeftJacobianInverse(e.tail<3>()).less_one_transposed_times(plain);
  return wrench;
}

Vector6 acceleration(const Dynamics& dynamics, const Offset& offset, const Vector6& F) noexcept {
  return dynamics.M_inverse * (F - dynamics.D * offset.velocity - spring_wrench(dynamics.K, offset));
}

void AdmittanceLaw::set_dynamics(const Dynamics& dynamics) noexcept {
  dynamics_ = dynamics;
  stepped_ = with_added_damping(dynamics_, added_damping_);
  prepared_period_ = -1.0;
}

void AdmittanceLaw::set_added_damping(const Vector6& added) noexcept {
  if (added == added_damping_) return;
  added_damping_ = added;
  stepped_ = with_added_damping(dynamics_, added_damping_);
  prepared_period_ = -1.0;
}

bool AdmittanceLaw::advance(Offset& offset, const Vector6& F, double h, Vector6& displacement) noexcept {
  Vector6 e = Vector6::Zero();
  e.head<3>() = offset.p;
  if (stepped_.turns_back) e.tail<3>() = offset.theta();
  Vector3 fixture = Vector3::Zero();
  bool solved = true;
  const auto pushed = [&](const Vector6& push) {
    Increment step = linear_step(e, offset.velocity, push, h);
    solved = solved && fixture_force(offset.p, step.displacement.head<3>(), h, fixture);
    if (fixture.isZero(0.0)) return step;
    Vector6 all = push;
    all.head<3>() += fixture;
    return linear_step(e, offset.velocity, all, h);
  };
  Increment step = pushed(F);
  if (stepped_.turns_back && solved) {
    const SpringStep spring(stepped_, e, offset.q);
    Vector6 remainder = Vector6::Zero();
    double last_change = std::numeric_limits<double>::infinity();
    for (;;) {
      const Vector6 tried = step.displacement;
      const Vector6 again = spring.remainder(tried);
      const double change = (again - remainder).squaredNorm();
      remainder = again;
      step = pushed(F - remainder);
      if (!solved) return false;
      if (!spring.matters(change, tried)) break;
      if (!(change < kContraction * kContraction * last_change)) return false;
      last_change = change;
    }
  }
  if (!solved) return false;
  count_fixtures(offset.p, step.displacement.head<3>(), fixture, h);
  move(offset, step.displacement);
  offset.velocity = step.velocity;
  displacement += step.displacement;
  return true;
}

// Uses the spring torque and the elastic force of the fixtures at the start, so no iteration is needed but energy may
// not balance. Therefore energy is counted: the displacement is limited to what the body could pay for if it then stood
// still; the velocity gets the energy left.
void AdmittanceLaw::advance_within_energy(Offset& offset, const Vector6& F, double h, Vector6& displacement) noexcept {
  const auto energy_at = [this](const Offset& at) { return stored_energy(stepped_, at) + fixtures_.potential(at.p); };
  const Vector6 e = offset.error();
  const double stored = energy_at(offset);
  const SpringStep spring(stepped_, e, offset.q);
  Vector6 push = F - spring.remainder(Vector6::Zero());
  const Vector3 fixture = fixtures_.elastic_force(offset.p);
  push.head<3>() += fixture;
  fixture_step_.force += h * fixture;
  Increment step = linear_step(e, offset.velocity, push, h);
  Offset start = offset;
  start.velocity.setZero();
  double left = -1.0;
  for (int i = 0; i < kMaxHalvings && left < 0.0; ++i) {
    if (i > 0) step.displacement *= 0.5;
    offset = start;
    move(offset, step.displacement);
    left = stored + F.dot(step.displacement) - energy_at(offset);
  }
  if (left < 0.0) {
    offset = start;
    return;
  }
  const double kinetic = 0.5 * step.velocity.dot(stepped_.M * step.velocity);
  offset.velocity = kinetic > left ? Vector6(std::sqrt(left / kinetic) * step.velocity) : step.velocity;
  displacement += step.displacement;
}

Vector6 AdmittanceLaw::step(Offset& offset, const Vector6& F, double h) noexcept {
  prepare(h);
  fixture_step_ = FixtureStep();
  Vector6 displacement = Vector6::Zero();
  const int parts = std::max(substeps_, substeps_for(fixture_rate(offset, F, h), h));
  if (parts > substeps_) {
    prepared_period_ = -1.0;
    prepare_substep(h / parts);
  }
  for (int left = parts; left > 0; --left) {
    if (!advance(offset, F, h / parts, displacement)) {
      finish_finer(offset, F, h, parts, left, displacement);
      break;
    }
  }
  fixture_step_.force /= h;
  return displacement;
}

// The rest of the step, in substeps that are halved until they converge.
void AdmittanceLaw::finish_finer(Offset& offset, const Vector6& F, double h, int parts, int left,
                                 Vector6& displacement) noexcept {
  prepared_period_ = -1.0;
  while (left > 0) {
    if (parts < kMostSubsteps) {
      parts *= 2;
      left *= 2;
      prepare_substep(h / parts);
    } else {
      advance_within_energy(offset, F, h / parts, displacement);
      --left;
      ++unconverged_;
    }
    while (left > 0 && advance(offset, F, h / parts, displacement)) --left;
  }
}

}  // namespace limber
