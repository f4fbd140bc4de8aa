// A plane agrees with the plate of its stiffness and damping in closed loop: touch, press, following a slope. The other
// shapes are followed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "simulated_loop.hpp"

namespace limber::sim {
namespace {

// N: the largest mean of 6 ms.
class PeakMeter {
 public:
  explicit PeakMeter(double period) : count_(static_cast<std::size_t>(std::lround(0.006 / period))) {}
  void see(double force) {
    seen_.push_back(force);
    if (seen_.size() < count_) return;
    double sum = 0.0;
    for (std::size_t i = seen_.size() - count_; i < seen_.size(); ++i) sum += seen_[i];
    peak_ = std::max(peak_, sum / static_cast<double>(count_));
  }
  double peak() const { return peak_; }

 private:
  std::size_t count_;
  std::vector<double> seen_;
  double peak_ = 0.0;
};

struct Followed {
  double touch_peak = 0.0;                                 // N
  double at_rest = 0.0;                                    // N
  double lowest = 1e9, highest = -1e9, mean_moving = 0.0;  // N, following
};

Surface as_surface(const Plate& plate) {
  return {.p_B = plate.p_B,
          .normal_B = plate.normal_B,
          .stiffness = plate.stiffness,
          .damping = plate_damping(plate),
          .friction = plate.friction};
}

LoopShape shape_for(double stiffness) {
  LoopShape shape;
  shape.damping = damping_for_wall(contact_loop(shape), stiffness);
  return shape;
}

// A press of 10 N finds what is ahead of the tool at `approach` m/s, stands for 2 s after the touch, and follows it at
// 0.05 m/s along x of the base. `scene`: made for a plate 10 mm below the tool, sloped by `slope_deg`.
template <typename MakeScene>
Followed touch_and_follow(double stiffness, double slope_deg, double approach, MakeScene&& scene) {
  const Arm arm = load_arm("ur5e");
  const JointVector q0 = home(arm);
  const LoopShape shape = shape_for(stiffness);
  const Pose X_BT = arm.pose(q0, arm.tip());
  SimulationParameters simulation = simulation_for(arm, shape);
  Plate ahead = surface_ahead(arm, simulation.tool, q0, stiffness, 0.01);
  const double slope = slope_deg * std::numbers::pi / 180.0;
  ahead.normal_B = Vector3(-std::sin(slope), 0.0, std::cos(slope));
  simulation.scene = scene(ahead);
  AdmittanceParameters parameters = parameters_for(arm, shape);
  parameters.supervisor.press_approach_speed = approach;
  SimulatedLoop loop(arm, q0, parameters, simulation);
  Followed seen;
  PeakMeter meter(loop.period());
  const auto press = [&] { loop.controller.set_control_wrench(kPress * Vector6::Unit(2)); };
  const auto force = [&] { return loop.robot.contact_force().norm(); };
  while (loop.robot.time() < 5.0) {
    press();
    loop.run(0.02, [&] { meter.see(force()); });
  }
  seen.touch_peak = meter.peak();
  seen.at_rest = force();
  const double started = loop.robot.time();
  double sum = 0.0;
  int count = 0;
  for (double t = 0.0; t < 3.0; t = loop.robot.time() - started) {
    press();
    constexpr double kSpeed = 0.05, kRise = 0.2;
    const double rising = std::min(t, kRise), w = std::numbers::pi / kRise;
    const double way = 0.5 * kSpeed * (rising - std::sin(w * rising) / w) + kSpeed * (t - rising);
    Vector6 twist = Vector6::Zero();
    twist[0] = 0.5 * kSpeed * (1.0 - std::cos(w * rising));
    loop.controller.set_desired_pose({X_BT.R, X_BT.p + way * Vector3::UnitX()}, twist);
    loop.cycle();
    if (t < 0.5) continue;
    seen.lowest = std::min(seen.lowest, force());
    seen.highest = std::max(seen.highest, force());
    sum += force(), ++count;
  }
  seen.mean_moving = sum / count;
  EXPECT_EQ(name(loop.controller.telemetry().fault), "none");
  return seen;
}

void print(const char* what, double stiffness, const Followed& s) {
  std::printf("%-9s %6.0f N/m: touch %7.3f N, at rest %7.4f N, following %7.4f to %7.4f N, mean %7.4f N\n", what,
              stiffness, s.touch_peak, s.at_rest, s.lowest, s.highest, s.mean_moving);
}

TEST(PlaneAndPlate, AgreeWithinTwoPercentInATouchAPressAndOnASlope) {
  for (const double slope : {0.0, 10.0, -10.0}) {
    for (const double stiffness : {2e3, 5e3, 20e3}) {
      const Followed plate =
          touch_and_follow(stiffness, slope, 0.05, [](const Plate& p) { return Scene{.plates = {p}}; });
      const Followed plane =
          touch_and_follow(stiffness, slope, 0.05, [](const Plate& p) { return Scene{.surfaces = {as_surface(p)}}; });
      print("plate", stiffness, plate);
      print("plane", stiffness, plane);
      EXPECT_NEAR(plane.touch_peak, plate.touch_peak, 0.02 * plate.touch_peak);
      EXPECT_NEAR(plane.at_rest, plate.at_rest, 0.02 * plate.at_rest);
      EXPECT_NEAR(plane.lowest, plate.lowest, 0.02 * plate.at_rest);
      EXPECT_NEAR(plane.highest, plate.highest, 0.02 * plate.at_rest);
      EXPECT_NEAR(plane.mean_moving, plate.mean_moving, 0.02 * plate.mean_moving);
    }
  }
}

// Over the top of what is round, and over a wave. The damping, not the press, decides how well the force is held there.
TEST(EveryShape, IsFoundAndFollowedWithoutLosingIt) {
  for (const double friction : {0.0, 0.3}) {
    for (const auto& shape :
         std::vector<decltype(Surface::shape)>{PlaneShape{}, CylinderShape{.radius = 0.15}, SphereShape{.radius = 0.3},
                                               SineShape{.amplitude = 0.01, .wavelength = 0.2}}) {
      constexpr double kStiffness = 5e3;  // N/m
      const Followed seen = touch_and_follow(kStiffness, 0.0, 0.025, [&](const Plate& ahead) {
        Surface surface = as_surface(ahead);
        surface.shape = shape;
        surface.friction = friction;
        surface.p_B += Vector3(0.05, 0.0, 0.0);
        return Scene{.surfaces = {surface}};
      });
      print("shape", kStiffness, seen);
      EXPECT_NEAR(seen.at_rest, kPress, 1.5);
      EXPECT_GT(seen.lowest, 1.0);
      EXPECT_LT(seen.highest, 2.0 * kPress);
    }
  }
}

TEST(SurfaceFriction, HoldsAToolPressedOnItStillAndUnshaken) {
  for (const double stiffness : {5e3, 20e3, 100e3}) {
    const Arm arm = load_arm("ur5e");
    const LoopShape shape = shape_for(stiffness);
    SimulationParameters simulation = simulation_for(arm, shape);
    Surface surface = as_surface(surface_ahead(arm, simulation.tool, home(arm), stiffness, 0.01));
    surface.friction = 0.3;
    simulation.scene.surfaces = {surface};
    // Friction holds the tool sideways as stiffly as the surface does along its normal.
    AdmittanceParameters parameters = parameters_for(arm, shape);
    for (const int i : {0, 1}) (*parameters.compliance.damping)(i, i) = shape.damping;
    SimulatedLoop loop(arm, home(arm), parameters, simulation);
    double sum = 0.0, squares = 0.0;
    int count = 0;
    Vector3 at_five_B = Vector3::Zero();
    while (loop.robot.time() < 8.0) {
      loop.controller.set_control_wrench(kPress * Vector6::Unit(2));
      loop.run(0.02, [&] {
        if (loop.robot.time() < 5.0) return;
        if (count == 0) at_five_B = loop.robot.tool_pose().p;
        const double sideways = loop.robot.contact_force().x();
        sum += sideways, squares += sideways * sideways, ++count;
      });
    }
    const double rms = std::sqrt(squares / count - std::pow(sum / count, 2));
    const double drift = (loop.robot.tool_pose().p - at_five_B).norm();
    std::printf("friction 0.3, %6.0f N/m: %.4f N rms sideways, %.2e m in 3 s\n", stiffness, rms, drift);
    EXPECT_LT(rms, 0.1);
    EXPECT_LT(drift, 1e-5);
  }
}

}  // namespace
}  // namespace limber::sim
