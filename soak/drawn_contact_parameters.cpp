// Draws what a controller is told about its servo, how a press keeps its force, and virtual fixtures.
#include "drawn_parameters.hpp"

namespace limber::soak {

// Often the lag is not known.
ServoParameters draw_servo_parameters(Draw& draw) {
  ServoParameters servo;
  if (draw.chance(0.4)) return servo;
  servo.lag = draw.scale(0.002, 0.08);
  if (draw.chance(0.6)) servo.delay = draw.scale(0.0005, 0.04);
  servo.lead = draw.chance(0.85);
  return servo;
}

// An accepted force of the first touch is drawn seldom: binding it takes long.
PressParameters draw_press_parameters(Draw& draw) {
  PressParameters p;
  p.regulation = static_cast<PressRegulation>(draw.below(3));
  p.on_loss = draw.chance(0.7) ? PressLoss::kApproach : PressLoss::kEnd;
  p.max_surface_speed = draw.chance(0.1) ? 0.0 : draw.scale(0.001, 0.3);
  p.align = draw.chance(0.5) ? PressAlign::kOff : static_cast<PressAlign>(1 + draw.below(6));
  p.align_rate = draw.scale(0.05, 2.0);
  if (draw.chance(0.01)) p.max_touch_force = draw.scale(5.0, 200.0);
  p.stiffest_wall = draw.scale(1e3, 1e5);
  return p;
}

// Around the start: C may be inside them, or hardly ever meet them.
std::array<FixtureParameters, kMaxFixtures> draw_fixtures(Draw& draw, const Vector3& p_start) {
  std::array<FixtureParameters, kMaxFixtures> fixtures;
  for (int count = draw.below(4); count > 0; --count) {
    FixtureParameters& f = fixtures[static_cast<std::size_t>(draw.below(static_cast<int>(kMaxFixtures)))];
    f.kind = static_cast<FixtureKind>(1 + draw.below(4));
    f.point = p_start + draw.between(-0.05, 0.3) * draw.direction();
    f.direction = draw.scale(0.01, 10.0) * draw.direction();
    f.angle = draw.between(0.05, 1.57);
    f.radius = draw.scale(0.01, 0.3);
    f.stiffness = draw.scale(50.0, 5e4);
    f.damping = draw.chance(0.3) ? 0.0 : draw.scale(1.0, 200.0);
    f.max_force = draw.chance(0.5) ? 0.0 : draw.scale(1.0, 200.0);
  }
  return fixtures;
}

}  // namespace limber::soak
