// The controllers against an independent integration: without active limits both move the tool alike, also with
// references that turn; when limits end, the arm agrees with it again.
#include "support/second_opinion.hpp"

#include <random>

#include "loop.hpp"
#include "math/so3.hpp"
#include "motion/reference.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;

struct Drawn {
  AdmittanceParameters p;
  test::TextbookLaw law;
};

// No deadband, no filter, no guard: what pushes is what the law gets. No tank: axes turn at once.
Drawn draw_law(std::mt19937& random, bool coupled, double rate) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto scale = [&](double low, double high) { return low * std::pow(high / low, unit(random)); };
  Drawn d;
  d.p = test::compliant_ur(0.0);
  d.p.update_rate = rate;
  d.p.frame_id = unit(random) < 0.5 ? "base_link" : "tool0";
  d.p.wrench.min_motion_threshold = 0.0;
  d.p.contact_guard.enabled = false;
  d.p.tank.enabled = false;
  d.p.drift = {0.0, 0.0};
  d.p.supervisor.stiffness_ramp_time = 0.0;
  d.p.supervisor.expect_noise = false;
  d.p.supervisor.overforce = d.p.supervisor.overtorque = kUnlimited;
  d.p.limits.max_linear_velocity = d.p.limits.max_angular_velocity = 10.0;
  d.p.limits.max_linear_acceleration = d.p.limits.max_angular_acceleration = 100.0;
  d.p.limits.joint_acceleration = {1000.0};
  Vector6 M, D, K;
  for (int i = 0; i < 6; ++i) {
    M[i] = i < 3 ? scale(2.0, 20.0) : scale(0.1, 1.0);
    K[i] = unit(random) < 0.3 ? 0.0 : i < 3 ? scale(50.0, 1000.0) : scale(5.0, 40.0);
    D[i] = 2.0 * scale(0.5, 2.0) * std::sqrt(M[i] * std::max(K[i], i < 3 ? 100.0 : 10.0));
  }
  d.law = {M.asDiagonal(), D.asDiagonal(), K.asDiagonal()};
  if (coupled) {
    d.law.M(0, 4) = d.law.M(4, 0) = 0.3 * std::sqrt(M[0] * M[4]);
    d.law.D(1, 2) = d.law.D(2, 1) = 0.4 * std::sqrt(D[1] * D[2]);
  }
  d.p.compliance.mass = d.law.M;
  d.p.compliance.damping = d.law.D;
  d.p.compliance.stiffness = d.law.K;
  return d;
}

// A place that swings and turns: to and fro at a constant acceleration, as a target says it extrapolates.
struct Swing {
  Pose X;
  Vector3 way = Vector3::Zero(), axis = Vector3::Zero();
  double acceleration = 0.0;
  int half = 0;  // cycles
  double s = 0.0, v = 0.0;
  int k = 0;

  ReferenceSample now() const {
    ReferenceSample sample;
    sample.X_BR = {exp_so3(s * axis).toRotationMatrix() * X.R, X.p + s * way};
    sample.twist << v * way, v * axis;
    sample.acceleration << a() * way, a() * axis;
    return sample;
  }
  void step(double h) {
    s += h * v + 0.5 * h * h * a();
    v += h * a();
    ++k;
  }

 private:
  double a() const { return (k / half) % 4 == 1 || (k / half) % 4 == 2 ? -acceleration : acceleration; }
};

// Joints that reach a pose, by Newton's method from near.
JointVector joints_at(const Arm& arm, const Pose& X, JointVector q) {
  for (int i = 0; i < 30; ++i) {
    Pose now;
    Jacobian J;
    arm.kinematics(q, arm.tip(), now, J);
    q += Eigen::MatrixXd(J).fullPivLu().solve(Eigen::VectorXd(pose_difference(now, X)));
  }
  return q;
}

enum class Lead { kNobody, kPoses, kJoints };

class BesideTheController {
 public:
  BesideTheController(const Drawn& drawn, Lead lead, std::mt19937& random)
      : drawn_(drawn), lead_(lead), loop_(drawn.p), h_(1.0 / drawn.p.update_rate) {
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto three = [&] { return Vector3(unit(random), unit(random), unit(random)); };
    swing_.X = loop_.robot.tool();
    swing_.half = static_cast<int>(0.4 / h_);
    swing_.acceleration = 4.0 + 2.0 * unit(random);
    if (lead != Lead::kNobody) swing_.way = 0.06 * three(), swing_.axis = 0.3 * three();
    push_ << 6.0 * three(), 0.8 * three();
    loop_.h = h_;
    loop_.robot.set_noise(1e-15);
    loop_.robot.push_B = [this](const IdealRobot&) -> Vector6 { return std::sin(2.0 * t_) * push_; };
  }

  // The largest distance of the two, m and rad, over some seconds.
  double run(double seconds) {
    loop_.activate();
    Pose R = loop_.robot.tool();
    opinion_.start(R, R);
    JointVector q_ref = loop_.robot.read().q;
    double worst = 0.0;
    const bool base_axes = drawn_.p.frame_id == "base_link";
    for (int k = 1; k * h_ < seconds; ++k) {
      t_ = k * h_;
      // The target says where it is now, and the cycle goes on from there with its twist.
      if (lead_ == Lead::kPoses) {
        const ReferenceSample now = swing_.now();
        EXPECT_TRUE(loop_.controller.set_desired_pose(now.X_BR, now.twist, now.acceleration));
      }
      swing_.step(h_);
      const Pose R_next = swing_.now().X_BR;
      if (lead_ == Lead::kJoints) {
        q_ref = joints_at(loop_.arm, R_next, q_ref);
        EXPECT_TRUE(loop_.controller.set_joint_reference(q_ref));
      }
      loop_.cycle();
      EXPECT_FALSE(loop_.record().limited.any());
      const bool turns_freely = drawn_.law.K.bottomRightCorner<3, 3>().isZero(0.0) && lead_ == Lead::kNobody;
      // Rotation without a spring and without a lead takes the reference along.
      const Pose V = opinion_.V(R);
      R = turns_freely ? Pose{V.R, R_next.p} : R_next;
      if (turns_freely) opinion_.start(V, R, opinion_.rate());
      const Matrix3 axes = base_axes ? Matrix3(Matrix3::Identity()) : R.R;
      const Vector6 F = std::sin(2.0 * t_) * push_;
      Vector6 F_C;
      F_C << axes.transpose() * F.head<3>(), axes.transpose() * F.tail<3>();
      opinion_.step(drawn_.law, axes, F_C, h_);
      worst = std::max(worst, pose_difference(opinion_.V(R), loop_.arm.pose(loop_.last_q, loop_.arm.tip())).norm());
    }
    return worst;
  }

 private:
  const Drawn& drawn_;
  Lead lead_;
  test::WatchedLoop loop_;
  double h_;
  double t_ = 0.0;
  Swing swing_;
  Vector6 push_;
  test::SecondOpinion opinion_;
};

class SecondOpinionOn : public testing::TestWithParam<Lead> {};

TEST_P(SecondOpinionOn, AMotionWithoutLimitsIsTheSameToAMicrometre) {
  std::mt19937 random(11);
  for (int run = 0; run < test::scaled(30); ++run) {
    const double rates[] = {100.0, 250.0, 500.0, 1000.0};
    const Drawn drawn = draw_law(random, run % 3 == 2, rates[run % 4]);
    BesideTheController beside(drawn, GetParam(), random);
    // Below 200 Hz the rotational spring's mean over a cycle shows in the seventh digit.
    EXPECT_LT(beside.run(2.0), drawn.p.update_rate < 200.0 ? 4e-6 : 1e-6)
        << "run " << run << " at " << drawn.p.update_rate << " Hz in " << drawn.p.frame_id;
  }
}

std::string name_of(const testing::TestParamInfo<Lead>& info) {
  return info.param == Lead::kNobody ? "Standing" : info.param == Lead::kPoses ? "StreamedPoses" : "Joints";
}
INSTANTIATE_TEST_SUITE_P(References, SecondOpinionOn, testing::Values(Lead::kNobody, Lead::kPoses, Lead::kJoints),
                         name_of);

}  // namespace
}  // namespace limber
