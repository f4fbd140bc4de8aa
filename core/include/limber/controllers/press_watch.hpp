// A press (a control force along some direction) may approach only so fast and travel only so far without contact.
#pragma once

#include <optional>

#include "limber/admittance_parameters.hpp"
#include "limber/safety/fault.hpp"
#include "limber/safety/motion_limits.hpp"
#include "limber/types.hpp"

namespace limber {

class PressWatch {
 public:
  void reset() noexcept { *this = PressWatch(); }

  // Forces in the base, N; v_B the commanded velocity of C, m/s.
  Fault step(const Vector3& control_B, const Vector3& external_B, const Vector3& v_B,
             const SupervisorParameters& parameters, double h, double time) noexcept;

  // The cap on the approach while a press is on.
  const std::optional<SpeedCap>& cap() const noexcept { return cap_; }
  bool in_contact() const noexcept { return in_contact_; }

 private:
  std::optional<SpeedCap> cap_;
  bool in_contact_ = false;
  double travel_ = 0.0;  // m, since contact was last felt
};

}  // namespace limber
