/// @file
/// The surroundings of the simulated arm and its load: plates and surfaces to touch, a hand that pushes, a tool.
/// Plain values.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/sim/surface.hpp"
#include "limber/types.hpp"

/// The simulation: arms and scenes in MuJoCo, behind limber::Robot.
namespace limber::sim {

/// A simulation that is not possible. The sentence says what was given and what is allowed.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A flat surface of known stiffness: a table or a wall, level or sloped. It is a light plate on a spring along its
/// normal; it does not move in its plane. `stiffness`, `damping` and `mass` act on the tool together.
struct Plate {
  std::string name = "plate";           ///< in errors and summaries
  Vector3 p_B = Vector3::Zero();        ///< m, in the base: the middle of the surface at rest
  Vector3 normal_B = Vector3::UnitZ();  ///< in the base, out of the surface, towards the arm; any length except 0
  double stiffness = 20e3;              ///< N/m along the normal, above 0
  std::optional<double> damping{};      ///< N s/m along the normal; absent: see plate_damping()
  double mass = 0.2;                    ///< kg, acts on impact
  double half_size = 0.5;               ///< m, half the length of each side
  double friction = 0.0;                ///< Coulomb coefficient; 0: no friction
};

/// N s/m: the damping of the plate; if not given, a tenth of critical: a released plate comes to rest, but it hardly
/// helps a controller that presses on it.
double plate_damping(const Plate& plate);

/// The scripted hand: pushes with a given force for a given time, with a smooth start and end.
struct Push {
  double start = 0.0;             ///< s of simulated time
  double duration = 1.0;          ///< s, including rise and release
  Vector6 F_B = Vector6::Zero();  ///< N, N m: wrench of the hand on the tool, base axes
  std::optional<Vector3> p_TP{};  ///< m, in the tip frame: the pushed point; absent: the tool point
  double rise = 0.05;             ///< s of half a cosine, at both ends; at most half the duration
};

/// 0..1: the fraction of the force at time t (s).
double push_share(const Push& push, double t);

/// The surroundings of the arm.
struct Scene {
  std::vector<Plate> plates{};      ///< to touch
  std::vector<Push> pushes{};       ///< of the scripted hand; their forces are added
  std::vector<Surface> surfaces{};  ///< to touch, like plates; neither: free space
};

/// A plate without mass that is like the surface near the point p_B (m, in the base).
Plate tangent_plate(const Surface& surface, const Vector3& p_B);
/// What the tool may touch: the plates, and each surface as its tangent plate near p_B (m, in the base).
std::vector<Plate> touchable(const Scene& scene, const Vector3& p_B);

/// The tool behind the sensor, in axes of the tip frame T. It touches with a ball; the foremost point of the ball along
/// `axis` is the tool point Q.
struct Tool {
  double mass = 0.0;                  ///< kg
  Vector3 com = Vector3::Zero();      ///< m
  Matrix3 inertia = Matrix3::Zero();  ///< kg m², about the centre of mass
  Vector3 p_TQ = Vector3::Zero();     ///< m: the tool point
  Vector3 axis = Vector3::UnitZ();    ///< direction of the tool; any length except 0
  double radius = 0.01;               ///< m, of the ball
};

/// m, in T: the centre of the ball.
Vector3 ball_centre(const Tool& tool);

}  // namespace limber::sim
