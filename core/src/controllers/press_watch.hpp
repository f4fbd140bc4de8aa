// A press (a control force along some direction) may approach only so fast and travel only so far without contact. In
// contact nothing holds it back: a surface that falls away is followed as fast as the law can.
#pragma once

#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/types.hpp"
#include "safety/motion_limits.hpp"

namespace limber {

class PressWatch {
 public:
  void reset() noexcept { *this = PressWatch(); }

  // Forces in the base, N; v_B the commanded velocity of C and v_R_B that of its reference, m/s; `braking` m/s² that
  // the tool may brake with.
  Fault step(const Vector3& control_B, const Vector3& external_B, const Vector3& v_B, const Vector3& v_R_B,
             const SupervisorParameters& parameters, double braking, double h, double time) noexcept;

  // The cap on the approach, while a press is on and has no contact.
  const std::optional<SpeedCap>& cap() const noexcept { return cap_; }
  bool in_contact() const noexcept { return in_contact_; }
  // In this cycle.
  bool lost_contact() const noexcept { return lost_; }

 private:
  // felt: N against the press; speed: m/s along it.
  void feel(double felt, double force, double speed, double h) noexcept;

  std::optional<SpeedCap> cap_;
  Vector3 direction_ = Vector3::Zero();
  bool in_contact_ = false, lost_ = false;
  double mean_felt_ = 0.0;                    // N
  double felt_for_ = 0.0, unfelt_for_ = 0.0;  // s; the second in the mean
  double off_for_ = 0.0;                      // s, not in the mean
  bool bounced_ = false;                      // off the surface, rather than left by it
  double follows_ = 0.0;                      // m/s, in the mean, along the press in contact
  double touched_at_ = 0.0;                   // m/s, along the press when it touched last
  double travel_ = 0.0;       // m that the press moved the tool against its reference since contact was last felt
  double brakes_from_ = 0.0;  // m/s: a tool that was faster when the press began has yet to brake from it
};

}  // namespace limber
