/// @file
/// What is around the simulated arm and what it carries: plates to touch, a hand that pushes, a tool. Plain values.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/types.hpp"

/// The simulation: arms and scenes in MuJoCo, behind limber::Robot.
namespace limber::sim {

/// A simulation that cannot be: says in one sentence what was asked for and what is allowed.
class SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A flat surface of known stiffness: a table or a wall, level or sloped. It is a light plate on a spring along its
/// normal; in its own plane it does not move. The tool feels `stiffness`, `damping` and `mass` together.
struct Plate {
  std::string name = "plate";           ///< in errors and summaries
  Vector3 p_B = Vector3::Zero();        ///< m, in the base: a point of the surface at rest, the middle of the plate
  Vector3 normal_B = Vector3::UnitZ();  ///< in the base, out of the surface, towards the arm; any length but 0
  double stiffness = 20e3;              ///< N/m along the normal, above 0
  std::optional<double> damping{};      ///< N s/m along the normal; absent: see plate_damping()
  double mass = 0.2;                    ///< kg, felt on impact
  double half_size = 0.5;               ///< m, half the length of each side
  double friction = 0.0;                ///< Coulomb's coefficient; 0: slippery
};

/// N s/m: the plate's own damping, or a tenth of critical if it gives none, so that a plate let go comes to rest and
/// yet hardly helps the control that presses on it.
double plate_damping(const Plate& plate);

/// The scripted hand: pushes with a set force for a set time, and takes and releases the tool smoothly.
struct Push {
  double start = 0.0;             ///< s of the simulated time
  double duration = 1.0;          ///< s, rise and release included
  Vector6 F_B = Vector6::Zero();  ///< N, N m: what the hand does to the tool, axes of the base
  std::optional<Vector3> p_TP{};  ///< m, in the tip frame: the point that it pushes; absent: the tool point
  double rise = 0.05;             ///< s of half a cosine, at both ends; at most half the duration
};

/// 0..1: the share of the push's force at time t (s).
double push_share(const Push& push, double t);

/// What is around the arm.
struct Scene {
  std::vector<Plate> plates{};  ///< what the tool can touch; none: free space
  std::vector<Push> pushes{};   ///< of the scripted hand; their forces add up
};

/// What is mounted beyond the sensor, in axes of the tip frame T. It touches with a ball whose foremost point along
/// `axis` is the tool point Q.
struct Tool {
  double mass = 0.0;                  ///< kg
  Vector3 com = Vector3::Zero();      ///< m
  Matrix3 inertia = Matrix3::Zero();  ///< kg m², about the centre of mass
  Vector3 p_TQ = Vector3::Zero();     ///< m: the tool point
  Vector3 axis = Vector3::UnitZ();    ///< where the tool points; any length but 0
  double radius = 0.01;               ///< m, of the ball
};

/// m, in T: the middle of the ball.
Vector3 ball_centre(const Tool& tool);

}  // namespace limber::sim
