// The impedance that a simulated UR5e really renders. A hand pushes its tool with a sine, one frequency after the
// other, and the motion of the tool is compared with that of a body with the wanted mass, damping and stiffness,
//
//   X/F = 1 / (K - M ω² + j ω D).
//
// Sensor, kinematics, limits and the lag of the servo are between them. The effect of the servo alone is known in
// closed form; the remaining difference is caused by the controller.
#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "figures.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/sim/simulated_arm.hpp"
#include "limber/telemetry.hpp"
#include "pushed_robot.hpp"
#include "start.hpp"

namespace limber::bench {
namespace {

using Complex = std::complex<double>;

constexpr double kPeriod = 0.002;  // s
constexpr int kAxis = 1;           // y of the base: across the arm, so that the wrist moves too
constexpr double kForce = 5.0;     // N, of the sine
constexpr double kMass = 5.0, kDamping = 60.0, kStiffness = 200.0;
constexpr double kSettled = 3.0;  // s: more than ten time constants of that body

double turns_a_second(double frequency) { return 2.0 * std::numbers::pi * frequency; }

Complex asked(double frequency) {
  const double w = turns_a_second(frequency);
  return 1.0 / Complex(kStiffness - kMass * w * w, w * kDamping);
}

// A dead time, a command held for a period, and a lag.
Complex servo(const sim::ServoParameters& parameters, double frequency) {
  const Complex jw(0.0, turns_a_second(frequency));
  return std::exp(-jw * (parameters.delay + 0.5 * kPeriod)) / (1.0 + jw * parameters.lag);
}

AdmittanceParameters rendered_body(bool guarded, bool led, const sim::ServoParameters& servo) {
  AdmittanceParameters p = on_springs();
  p.ft_frame.clear();
  p.frame_id = "base_link";
  p.wrench.filter_cutoff.reset();
  p.wrench.tool_mass = 0.0;
  p.wrench.min_motion_threshold = 0.0;
  p.wrench.min_torque_threshold = 0.0;
  p.compliance.mass.topLeftCorner<3, 3>() = kMass * Matrix3::Identity();
  p.compliance.damping = Vector6(kDamping, kDamping, kDamping, 10, 10, 10).asDiagonal();
  p.compliance.stiffness.topLeftCorner<3, 3>() = kStiffness * Matrix3::Identity();
  p.supervisor.stiffness_ramp_time = 0.1;
  p.contact_guard.enabled = guarded;
  if (led) p.servo = {.lag = servo.lag, .delay = servo.delay};
  return p;
}

// Least-squares fit of sin(ωt), cos(ωt) and a constant to samples; the amplitude of e^{jωt}.
class SineFit {
 public:
  explicit SineFit(double frequency) : w_(turns_a_second(frequency)) {}
  void add(double t, double x) {
    const Vector3 row(std::sin(w_ * t), std::cos(w_ * t), 1.0);
    A_ += row * row.transpose();
    b_ += x * row;
  }
  Complex amplitude() const {
    const Vector3 c = A_.inverse() * b_;
    return {c[0], c[1]};
  }

 private:
  double w_;
  Matrix3 A_ = Matrix3::Zero();
  Vector3 b_ = Vector3::Zero();
};

Complex rendered(const Arm& arm, const sim::SimulationParameters& simulation, double frequency, bool guarded,
                 bool led = false) {
  sim::SimulatedArm robot(arm, ready_posture(), simulation);
  AdmittanceController controller(arm, rendered_body(guarded, led, simulation.servo));
  start(controller, robot.read());
  SineFit fit(frequency);
  const double until = kSettled + std::max(2.0, 2.0 / frequency);
  while (robot.time() < until) {
    // Held for a period, so sampled at its middle.
    const double force = kForce * std::sin(turns_a_second(frequency) * (robot.time() + 0.5 * kPeriod));
    robot.set_push(force * Vector6::Unit(kAxis));
    robot.write(controller.update(robot.read(), kPeriod));
    robot.step(kPeriod);
    Telemetry unread;
    while (controller.take_telemetry(unread)) {
    }
    if (robot.time() > kSettled) fit.add(robot.time(), robot.tool_pose().p[kAxis]);
  }
  // The fundamental of the staircase is slightly smaller than the sampled sine.
  const double half_turn = 0.5 * turns_a_second(frequency) * kPeriod;
  return fit.amplitude() / (kForce * std::sin(half_turn) / half_turn);
}

double degrees(const Complex& z) { return std::arg(z) * 180.0 / std::numbers::pi; }

// With the servo commanded ahead, what is rendered is compared with the body itself, not with the body behind the
// servo.
void add_led(Report& report, const Arm& arm, sim::SimulationParameters simulation) {
  simulation.sensor.force_noise = 0.1;
  simulation.sensor.torque_noise = 0.005;
  report.begin("the same body, and how far from it, with the servo led", {"led deg", "led %", "deg", "%"});
  for (const double frequency : {1.0, 3.0, 10.0}) {
    const Complex wanted = asked(frequency);
    const Complex led = rendered(arm, simulation, frequency, false, true) / wanted;
    const Complex without = rendered(arm, simulation, frequency, false) / wanted;
    const auto off = [](const Complex& z) { return 100.0 * std::abs(std::abs(z) - 1.0); };
    report.add_figure(fmt::format("contact.rendering.{:g}", frequency),
                      fmt::format("{:g} Hz: phase, amplitude", frequency), "degrees, %", Better::kLower,
                      {exact_value(std::abs(degrees(led)), "led deg"), exact_value(off(led), "led %"),
                       exact_value(std::abs(degrees(without)), "deg"), exact_value(off(without), "%")});
  }
  report.note("deg, %: without lead. No contact guard; 0.1 N rms of noise.");
}

}  // namespace

void measure_rendering(Report& report, double share) {
  const Arm arm = ur5e();
  sim::SimulationParameters simulation;
  simulation.sensor.force_noise = simulation.sensor.torque_noise = 1e-6;
  report.begin(fmt::format("rendered by a UR5e, asked for {:g} kg, {:g} N s/m, {:g} N/m", kMass, kDamping, kStiffness),
               {"asked", "rendered", "asked deg", "deg", "off %", "guarded"});
  double worst = 0.0;
  for (const double frequency : {0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0}) {
    if (share < 1.0 && frequency < 1.0) continue;  // a quick run has no time for low frequencies
    const Complex wanted = asked(frequency);
    const Complex found = rendered(arm, simulation, frequency, false);
    const Complex damped = rendered(arm, simulation, frequency, true);
    const double off = 100.0 * std::abs(found / (wanted * servo(simulation.servo, frequency)) - 1.0);
    worst = std::max(worst, off);
    const auto value = [](const char* key, double x) { return value_of(key, x, {}); };
    report.add_figure(fmt::format("rendering.{:g}", frequency), fmt::format("{:g} Hz", frequency), "mm/N",
                      Better::kNeither,
                      {value("asked", 1e3 * std::abs(wanted)), value("rendered", 1e3 * std::abs(found)),
                       value("asked deg", degrees(wanted)), value("deg", degrees(found)), value("off %", off),
                       value("guarded", 1e3 * std::abs(damped))});
  }
  report.add_value("rendering.off", "the most that is not the servo's lag", "%", Better::kLower, exact_value(worst));
  report.note(fmt::format(
      "off: from that body behind a servo with {:g} ms delay and {:g} ms lag, which only servo lead can undo",
      1e3 * simulation.servo.delay, 1e3 * simulation.servo.lag));
  report.note(
      "guarded: with the contact guard, which is on unless told otherwise. It tries whether a tool that swings is at a "
      "wall: that takes some tenths of a second, before these figures are taken, and again after seconds.");
  add_led(report, arm, simulation);
}

}  // namespace limber::bench
