#include "limber/record/recorded_input.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace limber::record {
namespace {

constexpr std::array<const char*, 6> kKindNames{"settings",   "request",  "desired_pose",
                                                "trajectory", "waypoint", "control_wrench"};
constexpr std::array<const char*, 6> kRequestNames{"hold",           "run",        "tare", "reset_fault",
                                                   "reference_here", "tare_anyway"};
static_assert(static_cast<int>(Request::kTareAnyway) == 5 && static_cast<int>(Request::kTare) == 2);

template <std::size_t N>
std::size_t index_of(const std::string& word, const std::array<const char*, N>& names, const char* what) {
  for (std::size_t i = 0; i < N; ++i) {
    if (word == names[i]) return i;
  }
  throw RecordError(fmt::format("{} has {} characters that are no known name", what, word.size()));
}

template <typename Numbers>
void put_optional(CdrWriter& to, const std::optional<Numbers>& numbers) {
  to.put_sequence(numbers ? numbers->data() : nullptr, numbers ? static_cast<std::size_t>(numbers->size()) : 0);
}

template <typename Numbers>
std::optional<Numbers> get_optional(CdrReader& from, const char* what) {
  const std::vector<double> numbers = from.get_numbers(what);
  if (numbers.empty()) return std::nullopt;
  Numbers value;
  if (numbers.size() != static_cast<std::size_t>(value.size())) {
    throw RecordError(fmt::format("{} has {} numbers; it must have {} or none", what, numbers.size(), value.size()));
  }
  std::copy(numbers.begin(), numbers.end(), value.data());
  return value;
}

void put_point(CdrWriter& to, const CompliantPoint& point) {
  to.put(point.time_from_start);
  to.put_array(point.X_BR.R.data(), 9);
  to.put_array(point.X_BR.p.data(), 3);
  put_optional(to, point.twist);
  put_optional(to, point.acceleration);
  put_optional(to, point.wrench);
  put_optional(to, point.compliance.mass);
  put_optional(to, point.compliance.damping);
  put_optional(to, point.compliance.stiffness);
}

CompliantPoint get_point(CdrReader& from) {
  CompliantPoint point;
  point.time_from_start = from.get<double>("time_from_start");
  from.get_array(point.X_BR.R.data(), 9, "rotation");
  from.get_array(point.X_BR.p.data(), 3, "position");
  point.twist = get_optional<Vector6>(from, "twist");
  point.acceleration = get_optional<Vector6>(from, "acceleration");
  point.wrench = get_optional<Vector6>(from, "wrench");
  point.compliance.mass = get_optional<Matrix6>(from, "mass");
  point.compliance.damping = get_optional<Matrix6>(from, "damping");
  point.compliance.stiffness = get_optional<Matrix6>(from, "stiffness");
  return point;
}

void skip_header(CdrReader& from) {
  from.get<std::int32_t>("header.stamp");
  from.get<std::uint32_t>("header.stamp");
  from.get_string("header.frame_id");
}

}  // namespace

std::uint64_t RecordedInput::taken(const InputCounts& counts) const {
  switch (kind) {
    case InputKind::kSettings:
      return counts.settings;
    case InputKind::kRequest:
      return counts.requests;
    case InputKind::kControlWrench:
      return counts.control_wrenches;
    case InputKind::kDesiredPose:
    case InputKind::kTrajectory:
    case InputKind::kWaypoint:
      break;
  }
  return counts.references;
}

void put_cycle(CdrWriter& to, const TappedCycle& cycle) {
  to.put(cycle.cycle);
  to.put(static_cast<std::uint8_t>(cycle.activation));
  to.put(cycle.period);
  const RobotState& state = cycle.state;
  to.put(state.time);
  to.put(state.joint_stamp);
  to.put(state.wrench_stamp);
  to.put_sequence(state.q);
  to.put_sequence(state.qd);
  to.put_array(state.F_S_S.data(), 6);
  to.put_sequence(state.q_interface);
  to.put_sequence(state.effort);
  to.put(state.speed_scaling);
  to.put_sequence(cycle.joint_reference);
  for (const std::uint64_t count :
       {cycle.taken.settings, cycle.taken.requests, cycle.taken.references, cycle.taken.control_wrenches}) {
    to.put(count);
  }
  to.put_sequence(cycle.command.q);
  to.put_sequence(cycle.command.qd);
  to.put_sequence(cycle.command.effort);
}

TappedCycle get_cycle(ByteView message) {
  CdrReader from(message);
  skip_header(from);
  TappedCycle cycle;
  cycle.cycle = from.get<std::int64_t>("cycle");
  cycle.activation = from.get_bool("activation");
  cycle.period = from.get<double>("period");
  RobotState& state = cycle.state;
  state.time = from.get<double>("time");
  state.joint_stamp = from.get<double>("joint_stamp");
  state.wrench_stamp = from.get<double>("wrench_stamp");
  state.q = from.get_joints("q");
  state.qd = from.get_joints("qd");
  from.get_array(state.F_S_S.data(), 6, "wrench");
  state.q_interface = from.get_joints("q_interface");
  state.effort = from.get_joints("effort");
  state.speed_scaling = from.get<double>("speed_scaling");
  cycle.joint_reference = from.get_joints("joint_reference");
  for (std::uint64_t* count :
       {&cycle.taken.settings, &cycle.taken.requests, &cycle.taken.references, &cycle.taken.control_wrenches}) {
    *count = from.get<std::uint64_t>("inputs taken");
  }
  cycle.command.q = from.get_joints("q_command");
  cycle.command.qd = from.get_joints("qd_command");
  cycle.command.effort = from.get_joints("effort_command");
  return cycle;
}

void put_input(CdrWriter& to, const RecordedInput& input) {
  const bool is_request = input.kind == InputKind::kRequest;
  to.put(input.cycle);
  to.put(input.number);
  to.put(kKindNames.at(static_cast<std::size_t>(input.kind)));
  to.put(is_request ? kRequestNames.at(static_cast<std::size_t>(input.request)) : input.yaml.c_str());
  to.put(input.ticket);
  to.put(static_cast<std::uint8_t>(input.relative));
  to.put(input.start_stamp);
  to.put_sequence(input.F_C.data(), input.kind == InputKind::kControlWrench ? 6 : 0);
  to.begin_sequence(input.points.size());
  for (const CompliantPoint& point : input.points) put_point(to, point);
}

RecordedInput get_input(ByteView message) {
  // Bytes of a point without what need not be given.
  constexpr std::size_t kSmallestPoint = 13 * 8 + 6 * 4;
  CdrReader from(message);
  skip_header(from);
  RecordedInput input;
  input.cycle = from.get<std::int64_t>("cycle");
  input.number = from.get<std::uint64_t>("number");
  input.kind = static_cast<InputKind>(index_of(from.get_string("kind"), kKindNames, "kind"));
  input.yaml = from.get_string("text");
  if (input.kind == InputKind::kRequest) {
    input.request = static_cast<Request>(index_of(std::exchange(input.yaml, ""), kRequestNames, "request"));
  }
  input.ticket = from.get<std::uint32_t>("ticket");
  input.relative = from.get_bool("relative");
  input.start_stamp = from.get<double>("start_stamp");
  const std::vector<double> wrench = from.get_numbers("wrench");
  if (wrench.size() != (input.kind == InputKind::kControlWrench ? 6U : 0U)) {
    throw RecordError(fmt::format("wrench has {} numbers; it must have 6, or none", wrench.size()));
  }
  std::copy(wrench.begin(), wrench.end(), input.F_C.data());
  const std::size_t points = from.begin_sequence(kSmallestPoint, "points");
  for (std::size_t i = 0; i < points; ++i) input.points.push_back(get_point(from));
  const bool is_one = input.kind == InputKind::kDesiredPose || input.kind == InputKind::kWaypoint;
  if (is_one && points != 1) throw RecordError(fmt::format("there are {} points; it must be one", points));
  return input;
}

}  // namespace limber::record
