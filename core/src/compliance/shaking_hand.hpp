// A hand that strikes or shakes a tool at ω shows the same force and motion as a wall of stiffness M ω² on which the
// loop chatters. Raised damping tells them apart: the force of a wall follows the motion of the tool, that of a hand
// stays when the motion is gone.
#pragma once

namespace limber {

// Decides whether an oscillating force is that of a spring, after damping has stopped the motion of the tool.
class SpringTrial {
 public:
  // Damping is raised now, at this force along the contact (N) and this mean square of its oscillation (N²).
  void begin(double force, double power) noexcept;
  // One cycle of h seconds with the damping on: the force along the contact, and that of the spring at this position
  // (N); share: of one cycle in a mean at the guard's frequency; least: smaller oscillations (N) are noise.
  void step(double force, double of_spring, double share, double least, double h) noexcept;
  // The trial ends by itself; without evidence of a hand until then, it is a wall.
  bool goes_on() const noexcept { return left_ > 0.0; }
  // The force oscillates nearly as much as before the damping (power: now, N²), most of it is not explained by the
  // spring, and this part has changed its sign by more than `least` N.
  bool shows_hand(double power, double least) const noexcept;

 private:
  double left_ = 0.0;                        // s until the end
  double power_ = 0.0;                       // N²: at the start
  double mean_ = 0.0, off_ = 0.0;            // N: of the force, and of the force minus that of the spring
  double swings_ = 0.0, unexplained_ = 0.0;  // N²: mean squares above the frequency
  double side_ = 0.0;                        // last sign of the unexplained part
  int turns_ = 0;                            // sign changes
};

// A hand that was seen to shake the tool, while it does.
class ShakingHand {
 public:
  // power: the mean square of the force above the frequency (N²).
  void see(double power) noexcept;
  // One cycle of h seconds: whether the wrench still oscillates, and its mean square (N²).
  void step(bool swings, double power, double h) noexcept;
  // Also false if the hand shakes twice as hard or has shaken for long: then another trial is due.
  bool shakes() const noexcept { return stays_ > 0.0 && !trial_due_; }

 private:
  double stays_ = 0.0;     // s, if the oscillation has ended
  double believed_ = 0.0;  // s since the last trial
  double trust_ = 0.0;     // s until the next trial
  double power_ = 0.0;     // N²
  bool trial_due_ = false;
};

}  // namespace limber
