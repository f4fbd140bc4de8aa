// The work of controller A with plain KDL solvers, as public admittance controllers do it: the pose of each frame
// separately, dynamic matrices allocated in each cycle, a pseudo-inverse by SVD, an explicit Euler step, a lock around
// parameters, clipped joint limits. It does less than A: no limits that reshape motion, no supervisor, no energy tank,
// no contact guard, no telemetry. It also does less than those controllers, which compute more frames and a second
// Jacobian.
#include <Eigen/SVD>
#include <algorithm>
#include <kdl/chain.hpp>
#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <mutex>
#include <numbers>

#include "arm/kdl_chain.hpp"
#include "arm_makers.hpp"
#include "compliance/dynamics.hpp"
#include "math/so3.hpp"
#include "pushed_robot.hpp"

namespace limber::bench {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Pose to_pose(const KDL::Frame& frame) {
  Pose X;
  for (int row = 0; row < 3; ++row) {
    X.p[row] = frame.p[row];
    for (int column = 0; column < 3; ++column) X.R(row, column) = frame.M(row, column);
  }
  return X;
}

MatrixXd pseudo_inverse(const MatrixXd& J) {
  constexpr double kSmallest = 1e-5;  // smaller singular values count as zero
  const Eigen::JacobiSVD<MatrixXd> svd(J, Eigen::ComputeThinU | Eigen::ComputeThinV);
  VectorXd inverse = svd.singularValues();
  for (Eigen::Index i = 0; i < inverse.size(); ++i) inverse[i] = inverse[i] > kSmallest ? 1.0 / inverse[i] : 0.0;
  return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

struct KdlParameters {
  VectorXd mass, damping, stiffness;
  double filter_share;
  double tool_weight;
};

class KdlArm : public ControlledArm {
 public:
  explicit KdlArm(double rate)
      : arm_(ur5e()),
        tool_(kdl_chain(arm_, arm_.tip())),
        sensor_(kdl_chain(arm_, *arm_.find_frame("ft_frame"))),
        robot_(ready_posture(), 15.0) {
    const AdmittanceParameters p = on_springs();
    parameters_.mass = p.compliance.mass.diagonal();
    parameters_.damping = total_damping(p.compliance).diagonal();
    parameters_.stiffness = p.compliance.stiffness.diagonal();
    parameters_.filter_share = 1.0 - std::exp(-2.0 * std::numbers::pi * *p.wrench.filter_cutoff / rate);
    parameters_.tool_weight = p.wrench.tool_mass * p.wrench.gravity.z();
    q_command_ = ready_posture();
    reference_ = pose_of(tool_pose_, q_command_);
  }

  void move(double period) override {
    period_ = period;
    ++cycles_;
    robot_.obey(command_, period);
  }
  void update() override { command_ = cycle(robot_.read(), period_); }
  bool take_record() override { return false; }
  void change_parameters() override {
    changed_ = !changed_;
    const std::lock_guard<std::mutex> lock(mutex_);
    parameters_.stiffness *= changed_ ? 1.3 : 1.0 / 1.3;
  }
  bool ran() const override { return q_command_.allFinite(); }
  std::string note() const override {
    return std::to_string(cycles_) + " cycles, the joints travelled " + std::to_string(std::lround(robot_.moved())) +
           " rad";
  }

 private:
  static Pose pose_of(KDL::ChainFkSolverPos_recursive& solver, const VectorXd& q) {
    KDL::JntArray joints(static_cast<unsigned>(q.size()));
    joints.data = q;
    KDL::Frame frame;
    solver.JntToCart(joints, frame);
    return to_pose(frame);
  }

  MatrixXd jacobian_at(const VectorXd& q) {
    KDL::JntArray joints(static_cast<unsigned>(q.size()));
    joints.data = q;
    KDL::Jacobian J(static_cast<unsigned>(q.size()));
    jacobian_.JntToJac(joints, J);
    return J.data;
  }

  // Gravity and filter in the base, then the lever arm from S to C.
  VectorXd wrench_at_tool(const RobotState& state, const KdlParameters& p, const Pose& X_BT) {
    const Pose X_BS = pose_of(sensor_pose_, state.q);
    Vector3 force = X_BS.R * state.F_S_S.head<3>();
    force.z() -= p.tool_weight;
    const Vector3 torque = X_BS.R * state.F_S_S.tail<3>() + (X_BS.p - X_BT.p).cross(force);
    VectorXd raw(6);
    raw << force, torque;
    filtered_ = filtered_ + p.filter_share * (raw - filtered_);
    return filtered_;
  }

  Command cycle(const RobotState& state, double h) {
    KdlParameters p;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      p = parameters_;
    }
    const Pose X_BT = pose_of(tool_pose_, state.q);
    const Pose X_BC = pose_of(tool_pose_, q_command_);
    const VectorXd F = wrench_at_tool(state, p, X_BT);
    VectorXd e(6);
    e << X_BC.p - reference_.p, log_so3(Matrix3(X_BC.R * reference_.R.transpose()));
    const VectorXd acceleration =
        p.mass.cwiseInverse().cwiseProduct(F - p.damping.cwiseProduct(velocity_) - p.stiffness.cwiseProduct(e));
    velocity_ = velocity_ + h * acceleration;
    const VectorXd qd = pseudo_inverse(jacobian_at(q_command_)) * velocity_;
    q_command_ = q_command_ + h * qd;
    for (std::size_t i = 0; i < arm_.joints().size(); ++i) {
      const JointLimits& limits = arm_.joints()[i].limits;
      auto& joint = q_command_[static_cast<Eigen::Index>(i)];
      joint = std::clamp(joint, limits.lower, limits.upper);
    }
    return {q_command_, qd};
  }

  Arm arm_;
  KDL::Chain tool_, sensor_;
  KDL::ChainFkSolverPos_recursive tool_pose_{tool_}, sensor_pose_{sensor_};
  KDL::ChainJntToJacSolver jacobian_{tool_};
  std::mutex mutex_;
  KdlParameters parameters_;
  PushedRobot robot_;
  Pose reference_;
  VectorXd q_command_;
  VectorXd velocity_ = VectorXd::Zero(6);
  VectorXd filtered_ = VectorXd::Zero(6);
  Command command_;
  double period_ = kPeriod;
  long cycles_ = 0;
  bool changed_ = false;
};

}  // namespace

std::unique_ptr<ControlledArm> make_kdl_arm(double rate) { return std::make_unique<KdlArm>(rate); }

}  // namespace limber::bench
