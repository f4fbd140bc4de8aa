// Writes the MuJoCo model. Numbers have 17 digits, so that the arm in MuJoCo has exactly the values of core.
#include "mjcf.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace limber::sim {

namespace {

// kg, kg m²: MuJoCo refuses a moving body without mass; this mass has no measurable effect.
constexpr double kLeastMass = 1e-13;
// m: thick enough that the ball never passes through.
constexpr double kHalfThickness = 0.1;
// MuJoCo's contact must be slightly soft: it drops out if the ball is minimally off the surface, and it ignores the
// curvature of the arm's path. An impedance d compensates an error of (1-d)/(3dm) per newton in acceleration, and two
// substeps are the shortest stable time constant.
constexpr double kImpedance = 0.9;
constexpr double kContactSubsteps = 2.0;
// MuJoCo uses the mean over three directions as the inverse weight of a body; a plate moves in one.
constexpr double kDirections = 3.0;

double contact_time(double substep) { return kContactSubsteps * substep; }

// N/m: stiffness of the contact on a plate, by MuJoCo's formulas for a constant impedance.
double contact_stiffness(const Plate& plate, double substep) {
  return kDirections * plate.mass / ((1.0 - kImpedance) * contact_time(substep) * contact_time(substep));
}

// N/m: the spring behind the plate; in series with the contact it gives the specified stiffness.
double spring_stiffness(const Plate& plate, double substep) {
  return 1.0 / (1.0 / plate.stiffness - 1.0 / contact_stiffness(plate, substep));
}

std::string text(double x) { return fmt::format("{:.17g}", x); }

std::string text(const Vector3& v) { return fmt::format("{:.17g} {:.17g} {:.17g}", v.x(), v.y(), v.z()); }

std::string place(const Pose& X) {
  const Quaternion q(X.R);
  return fmt::format("pos=\"{}\" quat=\"{:.17g} {:.17g} {:.17g} {:.17g}\"", text(X.p), q.w(), q.x(), q.y(), q.z());
}

std::string inertial(double mass, const Vector3& com, const Matrix3& I) {
  const Matrix3 J = I + kLeastMass * Matrix3::Identity();
  return fmt::format(
      "<inertial pos=\"{}\" mass=\"{}\" fullinertia=\"{:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\"/>\n", text(com),
      text(mass + kLeastMass), J(0, 0), J(1, 1), J(2, 2), J(0, 1), J(0, 2), J(1, 2));
}

// The inertia of the link moved by joint i, for MuJoCo. No moment of inertia may exceed the sum of the other two.
// Rounding errors are corrected; with a position servo, any error is, because the links do not affect its motion.
Matrix3 link_inertia(const Arm& arm, std::size_t i, const ModelParameters& parameters) {
  constexpr double kInertiaDigits = 1e-6;
  const Matrix3 I = parameters.mass_scale * arm.bodies()[i].inertia;
  const Vector3 moments = Eigen::SelfAdjointEigenSolver<Matrix3>(I, Eigen::EigenvaluesOnly).eigenvalues();
  const double lacking = moments[2] - moments[1] - moments[0];
  if (lacking <= 0.0) return I;
  if (!parameters.torque || lacking < kInertiaDigits * moments[2]) return I + lacking * Matrix3::Identity();
  throw SimulationError(
      fmt::format("{}: link '{}', with all links fixed to it, has the moments of inertia {:.3g}, {:.3g} and {:.3g} kg "
                  "m²; none may be above the sum of the other two",
                  arm.name(), arm.joints()[i].link, moments[0], moments[1], moments[2]));
}

std::string tool_body(const Pose& X_JT, const Pose& X_TS, const Tool& tool) {
  return fmt::format(
      "<body name=\"tool\" {}>\n{}"
      "<geom name=\"ball\" type=\"sphere\" size=\"{}\" pos=\"{}\" contype=\"0\" conaffinity=\"0\"/>\n"
      "<site name=\"sensor\" {}/>\n<site name=\"tool_point\" pos=\"{}\"/>\n</body>\n",
      place(X_JT), inertial(tool.mass, tool.com, tool.inertia), text(tool.radius), text(ball_centre(tool)), place(X_TS),
      text(tool.p_TQ));
}

// MuJoCo's friction creeps; with this stiffness, a held joint moves by microradians per second.
std::string joint_dynamics(std::size_t joint, const ModelParameters& parameters) {
  if (!parameters.torque) return fmt::format("armature=\"{}\"", text(parameters.armature));
  const auto i = static_cast<Eigen::Index>(joint);
  return fmt::format(
      "armature=\"{}\" damping=\"{}\" frictionloss=\"{}\" solreffriction=\"{} 1\" "
      "solimpfriction=\"0.9999 0.9999 0.001\"",
      text(parameters.torque->armature[i]), text(parameters.torque->damping[i]), text(parameters.torque->friction[i]),
      text(contact_time(parameters.substep)));
}

std::string arm_bodies(const Arm& arm, const Frame& sensor, const Tool& tool, const ModelParameters& parameters) {
  std::string xml;
  for (std::size_t i = 0; i < arm.joints().size(); ++i) {
    const Joint& joint = arm.joints()[i];
    const Body& body = arm.bodies()[i];
    xml += fmt::format("<body name=\"joint{}\" {}>\n", i, place(joint.X_PJ));
    xml += fmt::format("<joint name=\"joint{}\" type=\"{}\" axis=\"{}\" {} limited=\"false\"/>\n", i,
                       joint.type == JointType::kPrismatic ? "slide" : "hinge", text(joint.axis),
                       joint_dynamics(i, parameters));
    xml += inertial(parameters.mass_scale * body.mass, body.com, link_inertia(arm, i, parameters));
  }
  xml += tool_body(arm.tip().X_JF, arm.tip().X_JF.inverse() * sensor.X_JF, tool);
  for (std::size_t i = 0; i < arm.joints().size(); ++i) xml += "</body>\n";
  return xml;
}

// The body of the plate has its origin in the surface and z along the normal. Its spring carries its weight, so the
// surface at rest is where the scene specifies it.
std::string plate_body(std::size_t i, const Plate& plate, const ModelParameters& parameters) {
  const Vector3 normal_B = plate.normal_B.normalized();
  Pose X_BP{Matrix3::Identity(), plate.p_B};
  X_BP.R << normal_B.unitOrthogonal(), normal_B.cross(normal_B.unitOrthogonal()), normal_B;
  const double stiffness = spring_stiffness(plate, parameters.substep);
  const double rest = -plate.mass * parameters.gravity_B.dot(normal_B) / stiffness;
  return fmt::format(
      "<body name=\"plate{0}\" {1}>\n"
      "<joint name=\"plate{0}\" type=\"slide\" axis=\"0 0 1\" limited=\"false\" stiffness=\"{2}\" "
      "springref=\"{3}\" damping=\"{7}\"/>\n{4}"
      "<geom name=\"plate{0}\" type=\"box\" size=\"{5} {5} {6}\" pos=\"0 0 -{6}\" contype=\"0\" conaffinity=\"0\"/>\n"
      "</body>\n",
      i, place(X_BP), text(stiffness), text(rest), inertial(plate.mass, Vector3::Zero(), 1e-3 * Matrix3::Identity()),
      text(plate.half_size), kHalfThickness, text(parameters.torque ? plate_damping(plate) : 0.0));
}

// Friction is not here. Physics adds it as a force and, with a position servo, also the damping of the plate. Between a
// wall that cannot slide and an arm that cannot be held, MuJoCo's friction cone chatters, and Euler's implicit damping
// is inconsistent with its contact.
std::string contact_pair(std::size_t i, double substep) {
  return fmt::format("<pair geom1=\"plate{}\" geom2=\"ball\" condim=\"1\" solref=\"{} 1\" solimp=\"{} {} 0.001\"/>\n",
                     i, text(contact_time(substep)), kImpedance, kImpedance);
}

void check(const Plate& plate, double substep) {
  const auto refuse = [&](const char* what, double value, const char* allowed) {
    throw SimulationError(fmt::format("plate \"{}\": {} is {:g}; {}", plate.name, what, value, allowed));
  };
  if (!(plate.stiffness > 0.0)) refuse("stiffness in N/m", plate.stiffness, "it must be above 0");
  if (!(plate.mass > 0.0)) refuse("mass in kg", plate.mass, "it must be above 0");
  if (!(plate_damping(plate) >= 0.0)) refuse("damping in N s/m", plate_damping(plate), "it must be 0 or more");
  if (!(plate.half_size > 0.0)) refuse("half_size in m", plate.half_size, "it must be above 0");
  if (!(plate.friction >= 0.0)) refuse("friction", plate.friction, "it must be 0 or more");
  if (!plate.p_B.allFinite()) throw SimulationError(fmt::format("plate \"{}\": p_B must be finite", plate.name));
  const double length = plate.normal_B.norm();
  if (!(length > 1e-9) || !std::isfinite(length)) refuse("length of the normal", length, "it must be above 0");
  if (!(plate_damping(plate) * substep < plate.mass)) {
    refuse("damping x substep / mass", plate_damping(plate) * substep / plate.mass, "it must be below 1");
  }
  const double turn = std::sqrt(plate.stiffness / plate.mass) * substep;
  if (!(turn < 1.0)) {
    refuse("sqrt(stiffness / mass) x substep", turn, "it must be below 1: use a heavier plate or a shorter substep");
  }
}

void check(const Arm& arm, const Frame& sensor, const Tool& tool, const ModelParameters& parameters) {
  if (!(parameters.substep > 0.0 && parameters.substep <= 0.005)) {
    throw SimulationError(fmt::format("substep is {:g} s; it must be above 0, to 0.005", parameters.substep));
  }
  if (!(parameters.mass_scale > 0.0) || !std::isfinite(parameters.mass_scale)) {
    throw SimulationError(fmt::format("mass_scale is {:g}; it must be above 0", parameters.mass_scale));
  }
  if (arm.tip().body != arm.joint_count() - 1 || sensor.body != arm.joint_count() - 1) {
    throw SimulationError(
        fmt::format("{}: tip and force sensor must both be fixed to the last moving link", arm.name()));
  }
  if (!(tool.mass >= 0.0) || !(tool.radius > 0.0) || !(tool.axis.norm() > 1e-9)) {
    throw SimulationError(
        fmt::format("the tool has mass {:g} kg, radius {:g} m, an axis of length {:g}; the mass must be 0 or more, the "
                    "others above 0",
                    tool.mass, tool.radius, tool.axis.norm()));
  }
}

}  // namespace

std::string mjcf(const Arm& arm, const Frame& sensor, const Tool& tool, const Scene& scene,
                 const ModelParameters& parameters) {
  check(arm, sensor, tool, parameters);
  std::string plates, pairs;
  for (std::size_t i = 0; i < scene.plates.size(); ++i) {
    check(scene.plates[i], parameters.substep);
    plates += plate_body(i, scene.plates[i], parameters);
    pairs += contact_pair(i, parameters.substep);
  }
  const std::size_t contacts = 4 * (scene.plates.size() + 1);
  return fmt::format(
      "<mujoco>\n<compiler angle=\"radian\" inertiafromgeom=\"false\"/>\n"
      "<option timestep=\"{}\" gravity=\"{}\" integrator=\"{}\" solver=\"Newton\" "
      "tolerance=\"1e-14\" iterations=\"50\"/>\n<size nconmax=\"{}\" njmax=\"{}\"/>\n"
      "<worldbody>\n{}{}</worldbody>\n<contact>\n{}</contact>\n"
      "<sensor><force name=\"force\" site=\"sensor\"/><torque name=\"torque\" site=\"sensor\"/></sensor>\n</mujoco>\n",
      text(parameters.substep), text(parameters.gravity_B), parameters.torque ? "RK4" : "Euler", contacts, 4 * contacts,
      arm_bodies(arm, sensor, tool, parameters), plates, pairs);
}

// A first substep in contact starts with a penetration of the motion in one substep.
double impact_force(const Plate& plate, double speed, double substep) {
  const double T = contact_time(substep);
  const double mass = plate.mass / (kImpedance + (1.0 - kImpedance) / kDirections);
  return mass * speed * (2.0 / T + substep / (T * T));
}

std::string with_urdf_names(const Arm& arm, const Scene& scene, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  for (std::size_t i = 0; i < arm.joints().size(); ++i) {
    if (text.find("joint" + std::to_string(i)) == std::string::npos) continue;
    const Joint& joint = arm.joints()[i];
    return arm.name() + ": link '" + joint.link + "', which joint '" + joint.name + "' moves: " + text;
  }
  for (std::size_t i = 0; i < scene.plates.size(); ++i) {
    if (text.find("plate" + std::to_string(i)) != std::string::npos) {
      return "plate '" + scene.plates[i].name + "': " + text;
    }
  }
  return arm.name() + ": " + text;
}

}  // namespace limber::sim
