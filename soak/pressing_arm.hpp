// An arm that presses on a plane, with a law for which a steady force is promised: damped for the stiffness of the
// plane and for the lag of the servo. It watches the press in every cycle.
#pragma once

#include "led_arm.hpp"

namespace limber::soak {

class PressingArm : public LedArm {
 public:
  PressingArm(const EpisodeOptions& options, Tally& tally, Progress& progress);

 protected:
  // The law, the servo and the plane allow what is checked.
  bool can_press() const { return path_.regular() && !few_joints_; }
  void lead(double period) override;
  // Advances, and watches the press.
  void go_on(double seconds);
  void set_parameters();
  void put_wall(double gap);  // m from the tool

  // N: on the tool, along the direction in which the controller keeps it.
  double kept_force() const;
  double settling_time() const;  // s: many time constants of the contact, and of the springs along it
  bool rightly_told() const;
  double expected_force() const;                                                // N
  double speed_into() const;                                                    // m/s: of the motion, along the press
  Vector3 direction() const;                                                    // of the press, in the base
  bool straight() const { return direction().dot(wall_normal_) > 1.0 - 1e-9; }  // across the plane

  int axis_ = 2;  // of C, along which it presses
  double sign_ = 1.0;
  double newtons_ = 10.0;        // N
  double wall_stiffness_ = 5e3;  // N/m
  double late_ = 0.0;            // s: servo, filter, periods

  Vector3 wall_normal_ = Vector3::UnitZ();  // into the plane
  Vector3 way_ = Vector3::Zero();           // along which the reference is led, in the base
  double speed_ = 0.0;                      // m/s: of the reference, along way_
  bool presses_ = false;
  bool limited_ = false;  // since it was set to false
  bool spoilt_ = false;   // likewise: the arm could not go where it should

 private:
  void draw_law();
  void draw_touch();
  PressAlign nearest_axis() const;
  void draw_wall();
  void watch_press(const Telemetry& t);

  Pose X_led_;  // of the reference
  Vector3 straight_normal_ = Vector3::UnitZ();
  Vector3 p_reference_ = Vector3::Zero();  // m: in the last cycle
  double allowed_ = 0.0;                   // m/s: in the air
  double bent_ago_ = 0.0;                  // s since joints bent the way of the tool
  double air_for_ = 0.0;                   // s
  bool pressed_ = false;                   // in the last cycle
};

}  // namespace limber::soak
