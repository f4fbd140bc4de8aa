// The cycle of a simulated arm: commands in, substeps of physics, one reading out.
#include "limber/sim/simulated_arm.hpp"

#include <cmath>
#include <limits>

#include "limber/sim/mjcf.hpp"
#include "physics.hpp"

namespace limber::sim {

namespace {

const JointVector& checked(const Arm& arm, const JointVector& q0) {
  if (q0.size() != arm.joint_count() || !q0.allFinite()) {
    throw SimulationError(arm.name() + ": the start takes one finite number for each of its " +
                          std::to_string(arm.joint_count()) + " joints");
  }
  return q0;
}

std::unique_ptr<Physics> make_physics(const Arm& arm, const SimulationParameters& parameters) {
  const Frame sensor = parameters.sensor.frame.value_or(arm.tip());
  const ModelParameters model{parameters.substep, parameters.gravity_B, parameters.servo.armature};
  return std::make_unique<Physics>(mjcf(arm, sensor, parameters.tool, parameters.scene, model), arm.joint_count(),
                                   parameters.scene.plates);
}

}  // namespace

SimulatedArm::SimulatedArm(const Arm& arm, const JointVector& q0, const SimulationParameters& parameters)
    : parameters_(parameters),
      physics_(make_physics(arm, parameters)),
      servo_(parameters.servo, checked(arm, q0)),
      sensor_(parameters.sensor, parameters.seed),
      q_interface_(JointVector::Constant(q0.size(), std::numeric_limits<double>::quiet_NaN())) {
  physics_->place(q0);
  evaluate();
  sensor_.collect(physics_->sensor_wrench());
  deliver();
}

SimulatedArm::~SimulatedArm() = default;

void SimulatedArm::write(const Command& command) {
  const bool velocity = parameters_.servo.mode == CommandMode::kVelocity;
  const JointVector& obeyed = velocity ? command.qd : command.q;
  if (obeyed.size() != q_interface_.size() || !obeyed.allFinite()) {
    ++rejected_commands_;
    return;
  }
  servo_.command(time_, command);
  if (!velocity) q_interface_ = command.q;
  if (servo_.last_arrival() < grid_time() + parameters_.substep) outdated_ = true;
}

void SimulatedArm::set_push(const Vector6& F_B) {
  live_push_ = F_B;
  outdated_ = true;
}

void SimulatedArm::step(double period) {
  if (period > 0.0) time_ += period;
  // A whole number of substeps must not lose one to rounding.
  constexpr double kRounding = 1e-6;
  while (static_cast<double>(tick_ + 1) - kRounding <= time_ / parameters_.substep) substep();
  deliver();
}

// The sensor collects the substep that begins at the time of the reading, unless a command could still change it: then
// the one that ends there.
void SimulatedArm::substep() {
  if (outdated_) evaluate();
  const bool known_ahead = parameters_.servo.delay >= parameters_.substep;
  if (!known_ahead) sensor_.collect(physics_->sensor_wrench());
  physics_->integrate();
  servo_.commit();
  ++tick_;
  physics_->look();
  evaluate();
  if (known_ahead) sensor_.collect(physics_->sensor_wrench());
}

// Forces and accelerations at the present substep. The joints take the acceleration that has them on the servo's
// reference at the end of it: with q⁺ = q + h (q̇ + h q̈),   q̈ = ((r⁺ - q) / h - q̇) / h.
void SimulatedArm::evaluate() {
  const double h = parameters_.substep;
  const JointVector q = physics_->q();
  const JointVector& r = servo_.preview(grid_time() + h);
  if (faults_.stall_servo) servo_.stall();
  const JointVector qdd = ((r - q) / h - physics_->qd()) / h;

  physics_->take_hands_off();
  physics_->add_hand(live_push_, parameters_.tool.p_TQ);
  for (const Push& push : parameters_.scene.pushes) {
    physics_->add_hand(push_share(push, grid_time()) * push.F_B, push.p_TP.value_or(parameters_.tool.p_TQ));
  }
  physics_->accelerate(qdd);
  outdated_ = false;
}

void SimulatedArm::deliver() {
  reading_.time = time_;
  reading_.joint_stamp = reading_.wrench_stamp = grid_time();
  reading_.q = physics_->q();
  reading_.qd = physics_->qd();
  reading_.F_S_S = sensor_.reading();
  reading_.q_interface = q_interface_;
  apply_faults(faults_, state_, reading_);
  state_ = reading_;
}

Pose SimulatedArm::tool_pose() const { return physics_->tool_pose(); }
Vector6 SimulatedArm::tool_velocity() const { return physics_->tool_velocity(); }
Vector3 SimulatedArm::contact_force(std::size_t plate) const { return physics_->contact_force(plate); }
double SimulatedArm::plate_deflection(std::size_t plate) const { return physics_->plate_deflection(plate); }
Vector6 SimulatedArm::hand_wrench() const { return physics_->hand_wrench(); }

Vector3 SimulatedArm::contact_force() const {
  Vector3 sum_B = Vector3::Zero();
  for (std::size_t i = 0; i < parameters_.scene.plates.size(); ++i) sum_B += contact_force(i);
  return sum_B;
}

bool SimulatedArm::in_contact() const { return contact_force().norm() > 0.0; }

}  // namespace limber::sim
