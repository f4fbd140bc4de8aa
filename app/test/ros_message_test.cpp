// The state messages of ROS 2 have a field for every signal: they are made from limber/signals/*.def.
#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "limber/telemetry.hpp"
#include "page.hpp"

namespace limber::app::test {
namespace {

template <typename Value>
std::string ros_type() {
  if constexpr (std::is_same_v<Value, bool>) return "bool";
  if constexpr (std::is_same_v<Value, std::int64_t>) return "int64";
  if constexpr (std::is_same_v<Value, double>) return "float64";
  if constexpr (std::is_same_v<Value, JointVector>) return "float64[]";
  if constexpr (std::is_same_v<Value, Vector6>) return "float64[6]";
  if constexpr (std::is_same_v<Value, Vector3>) return "geometry_msgs/Point";
  if constexpr (std::is_same_v<Value, Quaternion>) return "geometry_msgs/Quaternion";
  if constexpr (std::is_same_v<Value, LimitSet>) return "string[]";
  if constexpr (std::is_same_v<Value, WaitSet>) return "uint32";
  if constexpr (std::is_enum_v<Value>) return "string";
}

std::string constants() {
  return "uint32 WAITS_STIFFNESS=" + std::to_string(WaitSet::kStiffness) +
         "\nuint32 WAITS_MASS=" + std::to_string(WaitSet::kMass) +
         "\nuint32 WAITS_AXES=" + std::to_string(WaitSet::kAxes) +
         "\nuint32 WAITS_FIXTURES=" + std::to_string(WaitSet::kFixtures) + "\n";
}

template <typename Record>
std::string message(const std::string& about) {
  std::string text = about +
                     "#\n# Made from core/include/limber/signals/*.def; a test compares. Do not edit: change these and "
                     "run\n# LIMBER_WRITE_DOCS=1 build/app/test/test_app_output --gtest_filter='RosMessage.*'\n"
                     "std_msgs/Header header  # the cycle's time; frame_id is the base\n\n";
  for_each_signal(Record(), [&](const Signal& signal, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    const std::string unit = *signal.unit == '\0' ? "" : std::string(signal.unit) + ": ";
    text += ros_type<Value>() + " " + signal.name + "  # " + unit + signal.meaning + "\n";
    if constexpr (std::is_same_v<Value, WaitSet>) text += constants();
  });
  return text + "int64 lost_records  # cycles whose records were lost\n";
}

TEST(RosMessage, AdmittanceStateHasEverySignal) {
  expect_file(
      "ros2/limber_msgs/msg/AdmittanceState.msg",
      message<Telemetry>("# One cycle of an AdmittanceController or a CartesianAdmittanceController. Vectors of "
                         "six are x y z rx ry rz. C is\n# the compliance frame, R its reference, S the sensor. "
                         "Values \"at C\" are about the origin of C, in the axes\n# orientation_axes. Names and "
                         "numbers are those of the CSV of `limber run`; state, fault and limits are words here.\n"));
}

TEST(RosMessage, VariableStiffnessStateHasEverySignal) {
  expect_file(
      "ros2/limber_msgs/msg/VariableStiffnessState.msg",
      message<StiffnessTelemetry>("# One cycle of a VariableStiffnessController. Vectors of six are x y z rx ry "
                                  "rz: translation in the base, rotation about\n# the tool's axes.\n"));
}

}  // namespace
}  // namespace limber::app::test
