// Limits the speed and the travel of a press (a control force along some direction) without contact. There is no limit
// while the tool touches. If it comes off, the speed is limited until it touches again: after a bounce to the speed
// with which it followed the surface; if the surface falls away, to a speed that rises.
#pragma once

#include <optional>

#include "compliance/wrench_noise.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

class PressWatch {
 public:
  struct Tool {
    double mass;                        // kg, behind the sensor
    double braking;                     // m/s²: its acceleration limit
    double filter_time_constant = 0.0;  // s, of the low-pass of the wrench
  };

  // Ends the press. The noise of the wrench stays known, and the contact, as long as it is felt.
  void reset() noexcept;

  // Forces in the base, N; v_B: commanded velocity of C, v_R_B: velocity of its reference, m/s.
  Fault step(const Vector3& control_B, const Vector3& external_B, const Vector3& v_B, const Vector3& v_R_B,
             const SupervisorParameters& parameters, const Tool& tool, double h, double time) noexcept;

  // The speed limit of a press while the tool does not touch.
  const std::optional<SpeedCap>& cap() const noexcept { return cap_; }
  bool in_contact() const noexcept { return in_contact_; }
  // The contact was lost in this cycle.
  bool lost_contact() const noexcept { return lost_; }

 private:
  // N against the press: without what was there before it began and without the inertia of the tool.
  double against(double felt, double mass, double speed, double h) noexcept;
  // felt: N against the press; speed: m/s along it.
  void feel(double felt, double force, double speed, double h) noexcept;

  // A contact that a press has left behind.
  struct LeftContact {
    Vector3 direction;
    double level;  // N: what of the force was there before that press
  };

  WrenchNoise noise_;
  std::optional<LeftContact> left_;
  std::optional<SpeedCap> cap_;
  Vector3 direction_ = Vector3::Zero();
  bool in_contact_ = false, lost_ = false;
  bool pressing_ = false;
  double before_ = 0.0;                    // N: what pushes against the press, in the mean
  double level_ = 0.0;                     // N: what of it was there before the press began, or less: no contact of it
  double last_speed_ = 0.0, rises_ = 0.0;  // m/s; m/s², in the mean
  double mean_felt_ = 0.0;                 // N
  double felt_for_ = 0.0, unfelt_for_ = 0.0;  // s with force; s without force in the mean
  double off_for_ = 0.0;                      // s without force, not in the mean
  bool bounced_ = false;                      // the tool bounced off; false: the surface falls away
  double follows_ = 0.0;                      // m/s: mean speed along the press in contact
  double touched_at_ = 0.0;                   // m/s: speed along the press at the last touch
  double travel_ = 0.0;       // m that the press moved the tool relative to its reference since the last contact
  double brakes_from_ = 0.0;  // m/s: allowed speed of a tool that was too fast when the press began; it falls with time
};

}  // namespace limber
