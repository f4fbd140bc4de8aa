#include "limber/record/schemas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "limber/record/bytes.hpp"
#include "signal_message.hpp"

namespace limber::record {
namespace {

constexpr const char* kMadeFromLists =
    "#\n# Made from core/include/limber/signals/*.def; a test compares. Do not edit: change these and run\n"
    "# LIMBER_WRITE_DOCS=1 build/app/test/test_app_output --gtest_filter='RosMessage.*'\n"
    "std_msgs/Header header  # the cycle's time; frame_id is the base\n\n";
constexpr const char* kLostRecords = "int64 lost_records  # cycles whose records were lost\n";

constexpr const char* kAboutAdmittance =
    "# One cycle of an AdmittanceController or a CartesianAdmittanceController. Vectors of six are x y z rx ry rz. C "
    "is\n"
    "# the compliance frame, R its reference, S the sensor. Values \"at C\" are about the origin of C, in the axes\n"
    "# orientation_axes. Names and numbers are those of the CSV of `limber run`; state, fault and limits are words "
    "here.\n";
constexpr const char* kAboutStiffness =
    "# One cycle of a VariableStiffnessController. Vectors of six are x y z rx ry rz: translation in the base, "
    "rotation "
    "about\n# the tool's axes.\n";

constexpr const char* kRecordedCycle =
    R"(# What a controller got and gave in one cycle, to the last bit: with the RecordedInputs it can be computed again.
std_msgs/Header header  # the cycle's time; frame_id is the base

int64 cycle  # number of the cycle
bool activation  # the controller was activated with this state; there was no cycle, and no command
float64 period  # s: since the last cycle, as measured
# what the robot reported, before it was checked
float64 time  # s: on the robot's clock, as the next two
float64 joint_stamp
float64 wrench_stamp
float64[] q  # rad or m
float64[] qd  # rad/s or m/s
float64[6] wrench  # N, N m: the sensor's reading in its frame S
float64[] q_interface  # rad or m: the last command on the robot's interface
float64[] effort  # N m or N
float64 speed_scaling  # 0 to 1
float64[] joint_reference  # rad or m: what an upstream controller wanted; empty: nothing
# inputs taken so far, by their numbers
uint64 settings_taken
uint64 requests_taken
uint64 references_taken
uint64 control_wrenches_taken
# the command
float64[] q_command  # rad or m
float64[] qd_command  # rad/s or m/s
float64[] effort_command  # N m or N
)";

constexpr const char* kRecordedInput = R"(# An input that was handed to a controller from outside its control thread.
std_msgs/Header header  # the time of the cycle that took it; frame_id is the base

int64 cycle  # that took it; -1: none did before the recording ended
uint64 number  # of the inputs of its port, from 1: settings, requests, references (poses, trajectories, waypoints), wrenches
string kind  # settings, request, desired_pose, trajectory, waypoint or control_wrench
string text  # settings: all parameters, as YAML; request: its name
uint32 ticket  # of a request
bool relative  # of a waypoint: relative to the target of the cycle
float64 start_stamp  # s: of a trajectory, on the robot's clock; 0: at once
float64[] wrench  # N, N m: a control wrench at C, in C
limber_msgs/RecordedPoint[] points  # of a trajectory; one of a desired pose, or of a waypoint
)";

constexpr const char* kRecordedPoint =
    R"(# A point of a trajectory, a desired pose or a waypoint, to the last bit. Empty: not given.
float64 time_from_start  # s
float64[9] rotation  # of the reference R in the base, column by column
geometry_msgs/Point position  # m
float64[] twist  # m/s, rad/s
float64[] acceleration  # m/s2, rad/s2
float64[] wrench  # N, N m
float64[] mass  # kg, kg m2: 6 x 6, column by column, as the next two
float64[] damping  # N s/m, N m s/rad
float64[] stiffness  # N/m, N m/rad
)";

constexpr const char* kSimulatedTruth =
    R"(# What only a simulation knows of one cycle, at the moment of its reading; in the axes of the base.
std_msgs/Header header  # the cycle's time; frame_id is the base

int64 cycle  # number of the cycle
geometry_msgs/Vector3 contact_force  # N: what all plates and surfaces do to the tool
geometry_msgs/Wrench hand_wrench  # N, N m: at the tool point
geometry_msgs/Point tool_position  # m: the tool point
)";

using Texts = std::map<std::string, std::string>;

Texts make_texts() {
  return {
      {"builtin_interfaces/Time", "int32 sec\nuint32 nanosec\n"},
      {"std_msgs/Header", "builtin_interfaces/Time stamp\nstring frame_id\n"},
      {"geometry_msgs/Vector3", "float64 x\nfloat64 y\nfloat64 z\n"},
      {"geometry_msgs/Point", "float64 x\nfloat64 y\nfloat64 z\n"},
      {"geometry_msgs/Quaternion", "float64 x\nfloat64 y\nfloat64 z\nfloat64 w\n"},
      {"geometry_msgs/Pose", "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation\n"},
      {"geometry_msgs/Twist", "geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular\n"},
      {"geometry_msgs/Wrench", "geometry_msgs/Vector3 force\ngeometry_msgs/Vector3 torque\n"},
      {"geometry_msgs/Transform", "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation\n"},
      {"geometry_msgs/PoseStamped", "std_msgs/Header header\ngeometry_msgs/Pose pose\n"},
      {"geometry_msgs/TwistStamped", "std_msgs/Header header\ngeometry_msgs/Twist twist\n"},
      {"geometry_msgs/WrenchStamped", "std_msgs/Header header\ngeometry_msgs/Wrench wrench\n"},
      {"geometry_msgs/TransformStamped",
       "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform\n"},
      {"tf2_msgs/TFMessage", "geometry_msgs/TransformStamped[] transforms\n"},
      {"sensor_msgs/JointState",
       "std_msgs/Header header\nstring[] name\nfloat64[] position\nfloat64[] velocity\nfloat64[] effort\n"},
      {"rcl_interfaces/Log",
       "byte DEBUG=10\nbyte INFO=20\nbyte WARN=30\nbyte ERROR=40\nbyte FATAL=50\n"
       "builtin_interfaces/Time stamp\nuint8 level\nstring name\nstring msg\nstring file\nstring function\n"
       "uint32 line\n"},
      {"limber_msgs/AdmittanceState",
       kAboutAdmittance + std::string(kMadeFromLists) + signal_lines<Telemetry>() + kLostRecords},
      {"limber_msgs/VariableStiffnessState",
       kAboutStiffness + std::string(kMadeFromLists) + signal_lines<StiffnessTelemetry>() + kLostRecords},
      {"limber_msgs/RecordedCycle", kRecordedCycle},
      {"limber_msgs/RecordedInput", kRecordedInput},
      {"limber_msgs/RecordedPoint", kRecordedPoint},
      {"limber_msgs/SimulatedTruth", kSimulatedTruth},
  };
}

const Texts& texts() {
  static const Texts kTexts = make_texts();
  return kTexts;
}

// The types that the fields of a message have, in their order, and those of these; each once.
void add_used(const std::string& text, std::vector<std::string>& used) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    std::string type = text.substr(begin, end - begin);
    type = type.substr(0, type.find_first_of(" ["));
    begin = end + 1;
    if (texts().count(type) == 0 || std::find(used.begin(), used.end(), type) != used.end()) continue;
    used.push_back(type);
    add_used(texts().at(type), used);
  }
}

}  // namespace

std::string schema_text(const std::string& type) {
  std::string name = type;
  const std::size_t msg = name.find("/msg/");
  if (msg != std::string::npos) name.erase(msg, 4);
  const auto found = texts().find(name);
  if (found == texts().end()) throw RecordError(fmt::format("{} is not a message that is known here", type));
  std::vector<std::string> used;
  add_used(found->second, used);
  std::string all = found->second;
  for (const std::string& one : used) all += fmt::format("{}\nMSG: {}\n{}", std::string(80, '='), one, texts().at(one));
  return all;
}

std::string own_message_text(const std::string& name) { return texts().at("limber_msgs/" + name); }

std::vector<std::string> own_messages() {
  return {"AdmittanceState", "VariableStiffnessState", "RecordedCycle",
          "RecordedInput",   "RecordedPoint",          "SimulatedTruth"};
}

}  // namespace limber::record
