// A controller with its recorder, driven cycle by cycle as the program does it; in the end, the file.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <utility>

#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/record/arm_recorder.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "recorded_file.hpp"
#include "support/ideal_robot.hpp"

namespace limber::record::test {

template <class Controller>
constexpr const char* kind_of() {
  if constexpr (std::is_same_v<Controller, AdmittanceController>) return "admittance";
  if constexpr (std::is_same_v<Controller, CartesianAdmittanceController>) return "cartesian_admittance";
  if constexpr (std::is_same_v<Controller, VariableStiffnessController>) return "variable_stiffness";
}

template <class Controller, class Parameters>
class RecordedSession {
 public:
  using Record = std::decay_t<decltype(std::declval<Controller&>().telemetry())>;

  RecordedSession(const limber::test::NamedArm& named, const Parameters& parameters, const std::string& file,
                  int every = 1)
      : arm(limber::test::load_arm(named)),
        controller(arm, parameters),
        path_(temporary_path(file)),
        recorder_({path_, every, true}),
        arm_recorder_(recorder_, arm, description(named, parameters)) {}

  // --- the control thread ---
  bool activate(const RobotState& state) {
    const bool active = controller.activate(state);
    tap_.put({controller.telemetry().cycle, true, 0.0, state, {}, controller.inputs_taken(), {}});
    return active;
  }
  Command update(const RobotState& state, double period, const JointVector& joint_reference = {}) {
    if constexpr (std::is_same_v<Controller, AdmittanceController>) {
      if (joint_reference.size() > 0) static_cast<void>(controller.set_joint_reference(joint_reference));
    }
    const Command command = controller.update(state, period);
    tap_.put({controller.telemetry().cycle, false, period, state, joint_reference, controller.inputs_taken(), command});
    return command;
  }

  // --- the other thread ---
  void handed_in(RecordedInput input) { arm_recorder_.hand_in(std::move(input), controller.inputs_given()); }
  bool request(Request what) {
    const bool taken = static_cast<bool>(controller.request(what));
    if (taken) handed_in({.kind = InputKind::kRequest, .request = what});
    return taken;
  }
  void set_parameters(const Parameters& parameters) {
    controller.set_parameters(parameters);
    handed_in({.kind = InputKind::kSettings, .yaml = yaml_of(parameters)});
  }
  void collect() {
    arm_recorder_.fetch(tap_);
    Record record;
    while (controller.take_telemetry(record)) arm_recorder_.add(record, controller.lost_records());
    Event event;
    while (controller.take_event(event)) {
      faults += event.kind == Event::Kind::kFault ? 1 : 0;
      arm_recorder_.log(record.time, LogLevel::kInfo, controller.sentence(event));
    }
  }
  // Everything that was recorded.
  Bytes finish() {
    collect();
    arm_recorder_.finish();
    recorder_.finish({});
    EXPECT_EQ(recorder_.take_error(), "");
    EXPECT_EQ(recorder_.lost(), 0);
    EXPECT_EQ(tap_.lost(), 0);
    EXPECT_EQ(controller.lost_records(), 0);
    return bytes_of(path_);
  }

  Arm arm;
  Controller controller;
  int faults = 0;

 private:
  ArmDescription description(const limber::test::NamedArm& named, const Parameters& parameters) const {
    const std::string file = std::string(LIMBER_SOURCE_DIR) + "/robots/" + named.file + ".urdf";
    ArmDescription d;
    d.controller = kind_of<Controller>();
    d.urdf = limber::test::read_text(file);
    d.base = named.base;
    d.tip = named.tip;
    d.parameters = yaml_of(parameters);
    d.rate = parameters.update_rate;
    return d;
  }

  std::string path_;
  Recorder recorder_;
  ArmRecorder arm_recorder_;
  CycleTap tap_;
};

}  // namespace limber::record::test
