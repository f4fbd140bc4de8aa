// Controllers A and B on an ideal arm, and the names of all measured arms.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <numbers>
#include <stdexcept>

#include "arm_makers.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "math/so3.hpp"
#include "pushed_robot.hpp"
#include "start.hpp"

namespace limber::bench {
namespace {

template <typename Controller>
class AdmittanceArm : public ControlledArm {
 public:
  AdmittanceArm(const Arm& arm, const JointVector& q, const AdmittanceParameters& parameters, double force)
      : arm_(arm), parameters_(parameters), controller_(arm_, parameters), robot_(q, force) {
    robot_.obey({}, kPeriod);
    start(controller_, robot_.read());
  }

  void move(double period) override {
    if (cycles_ > 0) limited_ += controller_.telemetry().limited.any() ? 1 : 0;
    robot_.obey(command_, period);
    period_ = period;
    ++cycles_;
  }
  void update() override { command_ = controller_.update(robot_.read(), period_); }
  bool take_record() override {
    Telemetry record;
    return controller_.take_telemetry(record);
  }
  void change_parameters() override {
    changed_ = !changed_;
    AdmittanceParameters other = parameters_;
    if (changed_) other.compliance.stiffness *= 1.3;
    if (changed_) other.wrench.filter_cutoff = 20.0;
    controller_.set_parameters(other);
  }
  bool ran() const override {
    return controller_.state() == SupervisorState::kRunning || controller_.state() == SupervisorState::kStarting;
  }
  std::string note() const override {
    return fmt::format("{} cycles, the joints travelled {:.0f} rad, {} % of the cycles limited", cycles_,
                       robot_.moved(), 100 * limited_ / std::max(cycles_, 1L));
  }

  Controller& controller() { return controller_; }
  const JointVector& q() const { return robot_.read().q; }

 private:
  Arm arm_;
  AdmittanceParameters parameters_;
  Controller controller_;
  PushedRobot robot_;
  Command command_;
  double period_ = kPeriod;
  long cycles_ = 0;
  long limited_ = 0;
  bool changed_ = false;
};

AdmittanceParameters led_by_hand() {
  AdmittanceParameters p = on_springs();
  p.compliance.stiffness.setZero();
  // The tool weight is not simulated here; without springs, its compensation would move the arm away.
  p.wrench.tool_mass = 0.0;
  return p;
}

// M, D and K with blocks that have no common modes.
AdmittanceParameters coupled() {
  AdmittanceParameters p = on_springs();
  p.compliance.mass(0, 4) = p.compliance.mass(4, 0) = 0.3;
  p.compliance.stiffness(1, 3) = p.compliance.stiffness(3, 1) = 10.0;
  Matrix6 D = Vector6(80, 90, 100, 5, 6, 7).asDiagonal();
  D(0, 1) = D(1, 0) = 20.0;
  p.compliance.damping = D;
  return p;
}

AdmittanceParameters in_a_small_box(const Arm& arm) {
  AdmittanceParameters p = on_springs();
  const Vector3 middle = arm.pose(ready_posture(), arm.tip()).p;
  for (int axis = 0; axis < 3; ++axis) {
    p.limits.planes.push_back({Vector3::Unit(axis), middle[axis] + 0.02});
    p.limits.planes.push_back({-Vector3::Unit(axis), -middle[axis] + 0.02});
  }
  return p;
}

// Rounds of 10 s on a circle of 10 cm diameter while the tool nods; stiffness changes from point to point.
std::vector<CompliantPoint> rounds(const Pose& start, int count, double duration) {
  std::vector<CompliantPoint> points(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    CompliantPoint& point = points[static_cast<std::size_t>(i)];
    point.time_from_start = 1.0 + duration * i / (count - 1);
    const double angle = 2.0 * std::numbers::pi * point.time_from_start / 10.0;
    point.X_BR.p = start.p + 0.05 * Vector3(std::sin(angle), std::cos(angle) - 1.0, 0.0);
    point.X_BR.R = exp_so3(0.2 * std::sin(angle) * Vector3::UnitX()).toRotationMatrix() * start.R;
    Vector6 K(200, 200, 200, 10, 20, 30);
    point.compliance.stiffness = ((i % 2 == 0 ? 1.0 : 1.5) * K).asDiagonal();
  }
  return points;
}

}  // namespace

std::unique_ptr<ControlledArm> make_admittance_arm(const Arm& arm, const JointVector& q,
                                                   const AdmittanceParameters& parameters, double force) {
  return std::make_unique<AdmittanceArm<AdmittanceController>>(arm, q, parameters, force);
}

std::unique_ptr<ControlledArm> make_trajectory_arm(int points, long cycles, double rate) {
  const Arm arm = ur5e();
  AdmittanceParameters parameters = on_springs();
  parameters.update_rate = rate;
  auto made = std::make_unique<AdmittanceArm<CartesianAdmittanceController>>(arm, ready_posture(), parameters, 15.0);
  const double spare = 1.5;  // the periods of a paced run may be longer
  made->controller().set_trajectory(
      rounds(arm.pose(made->q(), arm.tip()), points, 10.0 + spare / rate * static_cast<double>(cycles)));
  return made;
}

const std::vector<std::string>& controlled_arm_names() {
  static const std::vector<std::string> names{"a", "a-hand", "a-coupled", "a-box", "b", "c", "kdl"};
  return names;
}

std::string title(const std::string& name) {
  std::string upper;
  for (const char c : name) upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

std::unique_ptr<ControlledArm> make_controlled_arm(const std::string& name, long cycles, double rate) {
  const auto admittance = [&](AdmittanceParameters parameters, double force) {
    parameters.update_rate = rate;
    return make_admittance_arm(ur5e(), ready_posture(), parameters, force);
  };
  if (name == "a") return admittance(on_springs(), 15.0);
  if (name == "a-hand") return admittance(led_by_hand(), 5.0);
  if (name == "a-coupled") return admittance(coupled(), 15.0);
  if (name == "a-box") return admittance(in_a_small_box(ur5e()), 60.0);
  // A point every half second.
  if (name == "b")
    return make_trajectory_arm(20 + static_cast<int>(3.0 * static_cast<double>(cycles) / rate), cycles, rate);
  if (name == "c") return make_torque_arm(cycles, rate);
  if (name == "kdl") return make_kdl_arm(rate);
  throw std::invalid_argument(
      fmt::format("there is no controller '{}'; there are {}", name, fmt::join(controlled_arm_names(), ", ")));
}

}  // namespace limber::bench
