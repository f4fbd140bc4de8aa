// One MuJoCo world: the model of mjcf() and its state. The only class that calls MuJoCo.
//
// A substep is look(), accelerate() or drive(), integrate(). Measurements between the second and the third (contact
// forces, sensor) belong to the current state, not to the previous one.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "limber/sim/scene.hpp"
#include "limber/types.hpp"
#include "surface_contact.hpp"

struct mjModel_;
struct mjData_;

namespace limber::sim {

class Physics {
 public:
  // The text of mjcf() for an arm with this number of joints and this scene. Throws SimulationError.
  Physics(const std::string& mjcf_text, int joints, const Scene& scene);

  // Everything at rest, the joints at q, each plate pressed in as far as the ball reaches into it. Throws
  // SimulationError if a surface is too stiff for the arm there, or the ball too deep in it.
  void place(const JointVector& q);

  void look();
  // Hands on the tool: take_hands_off() removes all, add_hand() adds a wrench F_B (base axes) at p_TP of the tip frame.
  void take_hands_off();
  void add_hand(const Vector6& F_B, const Vector3& p_TP);
  // Applies torques that give this acceleration in free space; contact forces act against them.
  void accelerate(const JointVector& qdd);
  // N m or N: applies torques at the joints.
  void drive(const JointVector& torque);
  void integrate();
  // N m or N: the torques that hold the joints in their current state and contact.
  JointVector holding_torque();
  // Puts the joints at q at rest; the plates continue to move.
  void pin(const JointVector& q);

  JointVector q() const;
  JointVector qd() const;
  Vector6 sensor_wrench() const;  // F_S_S, wrench of the tool on the wrist
  Vector6 hand_wrench() const;    // at the tool point, base axes
  Pose tool_pose() const;         // X_BQ
  Vector6 tool_velocity() const;  // V_BQ_B
  Vector3 contact_force(std::size_t plate) const;
  const SurfaceContact& surface_contact(std::size_t surface) const { return surfaces_[surface].contact(); }
  double plate_deflection(std::size_t plate) const;

  const mjModel_* model() const { return model_.get(); }
  mjData_* data() const { return data_.get(); }

 private:
  struct Deleter {
    void operator()(mjModel_* model) const;
    void operator()(mjData_* data) const;
  };
  // State of a plate from substep to substep.
  struct TouchedPlate {
    int geom, joint;
    double damping;                        // N s/m
    double friction;                       // coefficient
    double penetration = 0.0;              // m, of the ball into the surface
    Vector3 pressing_B = Vector3::Zero();  // N, on the tool, along the normal
    Vector3 rubbing_B = Vector3::Zero();   // N, on the tool, friction
  };
  bool press_in(const TouchedPlate& plate);
  void settle(const JointVector& q);
  bool torque_driven() const;
  void match_stiffness(const TouchedPlate& plate, const Plate& asked);
  void touch();
  void rub();
  Ball ball() const;
  void meet_surfaces();
  void check_surfaces() const;
  double least_mass_at_ball() const;
  void weigh();
  TouchedPlate& touched_by(int contact);

  int joints_;
  std::unique_ptr<mjModel_, Deleter> model_;
  std::unique_ptr<mjData_, Deleter> data_;
  int tool_ = -1, ball_ = -1, tool_point_ = -1;  // body, geom, site
  std::vector<TouchedPlate> plates_;
  std::vector<TouchedSurface> surfaces_;
  Vector6 hand_B_ = Vector6::Zero();  // N, N m, at the centre of mass of the tool
};

}  // namespace limber::sim
