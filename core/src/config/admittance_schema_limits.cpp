// The rows of limits: speeds of the tool, joints, workspace, singularity; and of the posture.
#include <algorithm>
#include <cmath>

#include "config/admittance_schema.hpp"

namespace limber::config {
namespace {

AdmittanceTable tool_rows() {
  return {
      row(LIMBER_MEMBER(limits.max_linear_velocity), {.key = "max_linear_velocity",
                                                      .unit = "m/s",
                                                      .noun = "a speed limit",
                                                      .bounds = above(0).to(10),
                                                      .description = "Largest speed of the tool."}),
      row(LIMBER_MEMBER(limits.max_angular_velocity), {.key = "max_angular_velocity",
                                                       .unit = "rad/s",
                                                       .noun = "a speed limit",
                                                       .bounds = above(0).to(20),
                                                       .description = "Largest angular speed of the tool."}),
      row(LIMBER_MEMBER(limits.max_linear_acceleration), {.key = "max_linear_acceleration",
                                                          .unit = "m/s²",
                                                          .noun = "an acceleration limit",
                                                          .bounds = above(0).to(200),
                                                          .description = "Largest acceleration of the tool."}),
      row(LIMBER_MEMBER(limits.max_touch_deceleration),
          {.key = "limits.max_touch_deceleration",
           .unit = "m/s²",
           .noun = "a deceleration",
           .bounds = from(0).to(200).or_infinity(),
           .description = "How much harder than max_linear_acceleration a contact that pushes against the motion may "
                          "stop the tool; .inf: as hard as the joints can."}),
      row(LIMBER_MEMBER(limits.max_angular_acceleration), {.key = "max_angular_acceleration",
                                                           .unit = "rad/s²",
                                                           .noun = "an acceleration limit",
                                                           .bounds = above(0).to(1000),
                                                           .description = "Largest angular acceleration of the tool."}),
  };
}

template <class Access>
Parameter<AdmittanceParameters> joint_row(Access access, ParameterDescriptor descriptor) {
  descriptor.lengths = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  descriptor.length_words = "one number for all joints, or one per joint";
  descriptor.change = Change::kBeforeStart;
  descriptor.one_for_all = true;
  return row(access, std::move(descriptor));
}

// The tighter of these limits and those of the URDF applies.
AdmittanceTable joint_rows() {
  return {
      joint_row(LIMBER_MEMBER(limits.joint_lower), {.key = "limits.joint_lower",
                                                    .unit = "rad or m",
                                                    .noun = "a joint position",
                                                    .bounds = within(1000),
                                                    .description = "Lowest positions of the joints."}),
      joint_row(LIMBER_MEMBER(limits.joint_upper), {.key = "limits.joint_upper",
                                                    .unit = "rad or m",
                                                    .noun = "a joint position",
                                                    .bounds = within(1000),
                                                    .description = "Highest positions of the joints."}),
      joint_row(LIMBER_MEMBER(limits.joint_velocity), {.key = "limits.joint_velocity",
                                                       .unit = "rad/s or m/s",
                                                       .noun = "a speed limit",
                                                       .bounds = above(0).to(100),
                                                       .description = "Largest speeds of the joints."}),
      joint_row(LIMBER_MEMBER(limits.joint_acceleration),
                {.key = "limits.joint_acceleration",
                 .unit = "rad/s² or m/s²",
                 .noun = "an acceleration limit",
                 .bounds = above(0).to(1e4),
                 .description = "Largest accelerations of the joints; empty: 10 each."}),
      joint_row(LIMBER_MEMBER(limits.joint_deceleration),
                {.key = "limits.joint_deceleration",
                 .unit = "rad/s² or m/s²",
                 .noun = "a deceleration limit",
                 .bounds = above(0).to(1e4),
                 .description = "Largest deceleration in a stop for a fault, and largest acceleration in giving way to "
                                "a force above its limit; joint_acceleration is capped at it. Empty: `deceleration` of "
                                "the URDF, otherwise joint_acceleration."}),
  };
}

// The planes given as workspace.planes: those after the sides of the box.
std::vector<Plane> planes_beyond_box(const LimitParameters& limits) {
  const std::size_t sides = std::min(box_sides(limits).size(), limits.planes.size());
  return {limits.planes.begin() + static_cast<std::ptrdiff_t>(sides), limits.planes.end()};
}

void set_planes(LimitParameters& limits, const std::vector<Plane>& beyond_box) {
  limits.planes = box_sides(limits);
  limits.planes.insert(limits.planes.end(), beyond_box.begin(), beyond_box.end());
}

std::optional<ParameterValue> read_planes(const AdmittanceParameters& p) {
  std::vector<double> numbers;
  for (const Plane& plane : planes_beyond_box(p.limits)) {
    numbers.insert(numbers.end(), plane.normal.begin(), plane.normal.end());
    numbers.push_back(plane.offset);
  }
  return numbers;
}

// Normals of length 0 are kept for check_together to refuse; those of length 1 are kept to be read back unchanged.
void write_planes(AdmittanceParameters& p, const ParameterValue& value) {
  const auto& numbers = std::get<std::vector<double>>(value);
  std::vector<Plane> planes;
  for (std::size_t i = 0; i + 3 < numbers.size(); i += 4) {
    const Vector3 normal(numbers[i], numbers[i + 1], numbers[i + 2]);
    const double length = normal.norm();
    const bool keep = length == 0 || std::abs(length - 1) < 1e-12;
    planes.push_back({keep ? normal : Vector3(normal / length), numbers[i + 3]});
  }
  set_planes(p.limits, planes);
}

// A corner of the box: rebuilds the planes from both corners.
template <class Access>
Parameter<AdmittanceParameters> box_row(Access access, ParameterDescriptor descriptor) {
  auto parameter = row(access, std::move(descriptor));
  parameter.write = [write = parameter.write](AdmittanceParameters& p, const ParameterValue& value) {
    const std::vector<Plane> beyond_box = planes_beyond_box(p.limits);
    write(p, value);
    set_planes(p.limits, beyond_box);
  };
  return parameter;
}

AdmittanceTable workspace_rows() {
  ParameterDescriptor planes{
      .key = "workspace.planes",
      .noun = "a number of a plane",
      .bounds = within(1000),
      .length_words = "4 numbers per plane (normal x, y, z and offset in m), at most 16 planes",
      .description =
          "Planes that the tool stays behind, in the base; the offset is along the normal, which may have any length.",
      .change = Change::kBeforeStart};
  planes.type = ParameterType::kNumbers;
  for (std::size_t count = 0; count <= kMaxPlanes; ++count) planes.lengths.push_back(4 * count);
  return {
      box_row(LIMBER_MEMBER(limits.workspace_lower),
              {.key = "workspace.lower",
               .unit = "m",
               .noun = "a side of the box",
               .bounds = within(100).or_minus_infinity(),
               .description = "Lower corner of the workspace box, in the base; -.inf: open.",
               .change = Change::kBeforeStart}),
      box_row(LIMBER_MEMBER(limits.workspace_upper),
              {.key = "workspace.upper",
               .unit = "m",
               .noun = "a side of the box",
               .bounds = within(100).or_infinity(),
               .description = "Upper corner of the workspace box, in the base; .inf: open.",
               .change = Change::kBeforeStart}),
      {planes, read_planes, write_planes},
  };
}

AdmittanceTable singularity_rows() {
  return {
      row(LIMBER_MEMBER(limits.singularity_threshold),
          {.key = "singularity.threshold",
           .noun = "a fraction",
           .bounds = above(0).to(1),
           .description = "Fraction of the arm's best conditioning below which the inverse is damped."}),
      row(LIMBER_MEMBER(limits.singularity_damping),
          {.key = "singularity.damping",
           .noun = "a fraction",
           .bounds = above(0).to(1),
           .description = "Largest damping of the inverse, at a singularity; a fraction of the same."}),
  };
}

AdmittanceTable posture_rows() {
  return {
      row(LIMBER_MEMBER(posture.joints),
          {.key = "posture.joints",
           .unit = "rad or m",
           .noun = "a joint position",
           .bounds = within(1000),
           .lengths = {0, 7, 8},
           .length_words = "[], or one number per joint of an arm with seven or more joints",
           .description = "Posture reference of an arm with seven or more joints; empty: the posture at activation."}),
      row(LIMBER_MEMBER(posture.rate),
          {.key = "posture.rate",
           .unit = "1/s",
           .noun = "a rate",
           .bounds = from(0).to(10),
           .description = "How fast the joints go to the posture, in the null space; 0: not at all."}),
      row(LIMBER_MEMBER(posture.max_velocity), {.key = "posture.max_velocity",
                                                .unit = "rad/s or m/s",
                                                .noun = "a speed limit",
                                                .bounds = above(0).to(100),
                                                .description = "Largest joint speed towards the posture."}),
  };
}

}  // namespace

std::vector<Plane> box_sides(const LimitParameters& limits) {
  std::vector<Plane> sides;
  for (int axis = 0; axis < 3; ++axis) {
    const double lower = limits.workspace_lower[axis];
    if (std::isfinite(lower)) sides.push_back({-Vector3::Unit(axis), -lower});
  }
  for (int axis = 0; axis < 3; ++axis) {
    const double upper = limits.workspace_upper[axis];
    if (std::isfinite(upper)) sides.push_back({Vector3::Unit(axis), upper});
  }
  return sides;
}

AdmittanceTable limit_table() {
  return joined({tool_rows(), joint_rows(), workspace_rows(), singularity_rows(), posture_rows()});
}

}  // namespace limber::config
