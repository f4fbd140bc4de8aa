// The cycle of a simulated arm: commands in, substeps of physics, one reading out.
#include "limber/sim/simulated_arm.hpp"

#include <cmath>
#include <limits>

#include "mjcf.hpp"
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
  ModelParameters model{parameters.substep, parameters.gravity_B, parameters.servo.armature, parameters.mass_scale};
  if (parameters.drive == Drive::kTorque) model.torque = torque_joints(arm, parameters.torque);
  const std::string text = mjcf(arm, sensor, parameters.tool, parameters.scene, model);
  for (const Surface& surface : parameters.scene.surfaces) check(surface, parameters.tool.radius);
  try {
    return std::make_unique<Physics>(text, arm.joint_count(), parameters.scene);
  } catch (const SimulationError& error) {
    throw SimulationError(with_urdf_names(arm, parameters.scene, error.what()));
  }
}

void check(const EncoderParameters& encoder) {
  if (encoder.position_step >= 0.0 && encoder.velocity_step >= 0.0) return;
  throw SimulationError("encoder: position_step and velocity_step must be 0 or more");
}

JointVector in_steps(const JointVector& exact, double step) {
  if (!(step > 0.0)) return exact;
  return exact.unaryExpr([step](double value) { return step * std::round(value / step); });
}

}  // namespace

SimulatedArm::SimulatedArm(const Arm& arm, const JointVector& q0, const SimulationParameters& parameters)
    : parameters_(parameters),
      physics_(make_physics(arm, parameters)),
      servo_(parameters.servo, checked(arm, q0)),
      sensor_(parameters.sensor, parameters.seed),
      q_interface_(JointVector::Constant(q0.size(), std::numeric_limits<double>::quiet_NaN())) {
  check(parameters.encoder);
  physics_->place(q0);
  if (parameters.drive == Drive::kTorque) {
    torque_.emplace(arm, parameters.torque, parameters.seed);
    torque_->hold(physics_->holding_torque());
  }
  evaluate();
  sensor_.collect(physics_->sensor_wrench());
  deliver();
}

SimulatedArm::~SimulatedArm() = default;

void SimulatedArm::write(const Command& command) {
  if (torque_) {
    if (!torque_->command(command.effort)) ++rejected_commands_;
    return;
  }
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

void SimulatedArm::set_speed_scaling(double share) {
  servo_.set_speed_scaling(share);
  reading_.speed_scaling = share;
}

void SimulatedArm::step(double period) {
  if (period > 0.0) {
    time_ += period;
    if (torque_) torque_->advance();
    outdated_ |= torque_.has_value();
  }
  // Rounding must not lose a substep if the period is a whole number of them.
  constexpr double kRounding = 1e-6;
  while (static_cast<double>(tick_ + 1) - kRounding <= time_ / parameters_.substep) substep();
  deliver();
}

// The sensor measures the substep that begins at the time of the reading; if a command could still change it, the one
// that ends there.
void SimulatedArm::substep() {
  if (outdated_) evaluate();
  const bool known_ahead = !torque_ && parameters_.servo.delay >= parameters_.substep;
  if (!known_ahead) sensor_.collect(physics_->sensor_wrench());
  const JointVector q = physics_->q();
  physics_->integrate();
  if (!torque_) servo_.commit();
  if (torque_ && faults_.stall_servo) physics_->pin(q);
  ++tick_;
  physics_->look();
  evaluate();
  if (known_ahead) sensor_.collect(physics_->sensor_wrench());
}

// Forces and accelerations at the current substep.
void SimulatedArm::evaluate() {
  move_hands();
  if (!torque_) {
    follow_servo();
  } else if (faults_.stall_servo) {
    physics_->accelerate(JointVector::Zero(q_interface_.size()));
  } else {
    physics_->drive(torque_->applied());
  }
  outdated_ = false;
}

// The joints get the acceleration that brings them to the servo reference at the end of the substep: with q⁺ = q + h
// (q̇ + h q̈),   q̈ = ((r⁺ - q) / h - q̇) / h.
void SimulatedArm::follow_servo() {
  const double h = parameters_.substep;
  const JointVector q = physics_->q();
  const JointVector& r = servo_.preview(grid_time() + h);
  if (faults_.stall_servo) servo_.stall();
  physics_->accelerate(((r - q) / h - physics_->qd()) / h);
}

void SimulatedArm::move_hands() {
  physics_->take_hands_off();
  physics_->add_hand(live_push_, parameters_.tool.p_TQ);
  for (const Push& push : parameters_.scene.pushes) {
    physics_->add_hand(push_share(push, grid_time()) * push.F_B, push.p_TP.value_or(parameters_.tool.p_TQ));
  }
}

void SimulatedArm::deliver() {
  reading_.time = time_;
  reading_.joint_stamp = reading_.wrench_stamp = grid_time();
  reading_.q = in_steps(physics_->q(), parameters_.encoder.position_step);
  reading_.qd = in_steps(physics_->qd(), parameters_.encoder.velocity_step);
  if (torque_) reading_.effort = torque_->reading();
  reading_.F_S_S = sensor_.reading();
  reading_.q_interface = q_interface_;
  apply_faults(faults_, state_, reading_);
  state_ = reading_;
}

Pose SimulatedArm::tool_pose() const { return physics_->tool_pose(); }
Vector6 SimulatedArm::tool_velocity() const { return physics_->tool_velocity(); }
Vector3 SimulatedArm::contact_force(std::size_t plate) const { return physics_->contact_force(plate); }
SurfaceContact SimulatedArm::surface_contact(std::size_t surface) const { return physics_->surface_contact(surface); }
double SimulatedArm::plate_deflection(std::size_t plate) const { return physics_->plate_deflection(plate); }
Vector6 SimulatedArm::hand_wrench() const { return physics_->hand_wrench(); }

Vector3 SimulatedArm::contact_force() const {
  Vector3 sum_B = Vector3::Zero();
  for (std::size_t i = 0; i < parameters_.scene.plates.size(); ++i) sum_B += contact_force(i);
  for (std::size_t i = 0; i < parameters_.scene.surfaces.size(); ++i) sum_B += surface_contact(i).force_B;
  return sum_B;
}

bool SimulatedArm::in_contact() const { return contact_force().norm() > 0.0; }

}  // namespace limber::sim
