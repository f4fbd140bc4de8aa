// Controller C on an OpenManipulator-X that repeats its recorded homing cycle.
#include <algorithm>
#include <bit>
#include <cmath>

#include "arm_makers.hpp"
#include "limber/telemetry.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "start.hpp"
#include "support/documents_parameters.hpp"
#include "torque_motion.hpp"

namespace limber::bench {
namespace {

VariableStiffnessParameters parameters_at(double rate) {
  VariableStiffnessParameters p = test::documents_parameters();
  p.update_rate = rate;
  return p;
}

// Homing, then forward and back twice; the second time is repeated.
long cycles_until_repeating(const CycleParameters& p, double rate) {
  return std::lround((p.homing_duration + 2.0 * (p.move_duration + p.wait_duration)) * rate);
}
long cycles_that_repeat(const CycleParameters& p, double rate) {
  return std::lround(2.0 * (p.move_duration + p.wait_duration) * rate);
}

class TorqueArm : public ControlledArm {
 public:
  TorqueArm(long cycles, double rate)
      : parameters_(parameters_at(rate)),
        controller_(arm_, parameters_),
        repeats_from_(static_cast<std::size_t>(cycles_until_repeating(parameters_.cycle, rate))) {
    const auto whole = repeats_from_ + static_cast<std::size_t>(cycles_that_repeat(parameters_.cycle, rate));
    readings_ = record_torque_motion(arm_, parameters_, std::min(static_cast<std::size_t>(cycles) + 1, whole));
    read(0);
    start(controller_, state_);
  }

  void move(double period) override {
    period_ = period;
    ++cycles_;
    next_ = next_ + 1 < readings_.size() ? next_ + 1 : std::min(repeats_from_, readings_.size() - 1);
    read(period);
    phases_ |= 1U << static_cast<unsigned>(controller_.telemetry().phase);
  }
  void update() override { command_ = controller_.update(state_, period_); }
  bool take_record() override {
    StiffnessTelemetry record;
    return controller_.take_telemetry(record);
  }
  void change_parameters() override {
    changed_ = !changed_;
    VariableStiffnessParameters other = parameters_;
    if (changed_) other.stiffness.stiffness_x = {25, 20, 25};
    controller_.set_parameters(other);
  }
  bool ran() const override {
    return controller_.state() == SupervisorState::kRunning || controller_.state() == SupervisorState::kStarting;
  }
  std::string note() const override {
    const int seen = std::popcount(phases_ & ~1U);  // without INIT
    return std::to_string(cycles_) + " cycles through " + std::to_string(seen) + " phases of the homing cycle";
  }

 private:
  void read(double period) {
    state_.time += period;
    state_.joint_stamp = state_.time;
    state_.q = readings_[next_].q;
    state_.qd = readings_[next_].qd;
    state_.effort = readings_[next_].effort;
  }

  Arm arm_ = open_manipulator_x();
  VariableStiffnessParameters parameters_;
  VariableStiffnessController controller_;
  std::vector<JointReading> readings_;
  std::size_t repeats_from_;
  std::size_t next_ = 0;
  RobotState state_;
  Command command_;
  double period_ = kPeriod;
  long cycles_ = 0;
  unsigned phases_ = 0;
  bool changed_ = false;
};

}  // namespace

std::unique_ptr<ControlledArm> make_torque_arm(long cycles, double rate) {
  return std::make_unique<TorqueArm>(cycles, rate);
}

}  // namespace limber::bench
