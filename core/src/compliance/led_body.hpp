// The reference R and the virtual body V that it leads, and what becomes of one when the other is moved: by a new
// target, by stiffness that engages, by limits of the arm, by a stop.
//
// Two rules hold throughout. When R is put elsewhere, V stays where it is and moves on as it moves. And an offset that
// nobody pushed for never comes to stay: what limits or stops take from the reference's motion, R loses and catches up.
#pragma once

#include <array>

#include "compliance/virtual_body.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

using AxisMask = std::array<bool, 6>;

AxisMask stiff_axes(const Matrix6& K) noexcept;
AxisMask free_axes(const Matrix6& K) noexcept;

// `X`, moved to where `to` is along the marked axes of R_BC.
Pose moved_along(const Pose& X, const Pose& to, const Matrix3& R_BC, const AxisMask& axes) noexcept;

class LedBody {
 public:
  // What the arm did in a cycle of h s that was to bring it to X_BV.
  struct ArmMotion {
    const Pose& X_BV;           // where the law and the reference wanted it
    const Vector6& law_change;  // m, rad in the base: what of that the law asked for
    const Pose& X_BC;           // where it came
    const Vector6& twist;       // m/s, rad/s, mean over the cycle
    bool reshaped;              // limits changed the motion
    bool not_finite;            // it was no number; the arm braked instead
    bool any_orientation;       // the arm can have every orientation that the reference has
  };

  Reference& reference() noexcept { return reference_; }
  const Reference& reference() const noexcept { return reference_; }
  VirtualBody& body() noexcept { return body_; }
  const VirtualBody& body() const noexcept { return body_; }
  Pose X_BV() const noexcept { return body_.pose(reference_.now()); }

  // Activation: R stands at X_BC, and V is there with this twist.
  void start(const Pose& X_BC, const Vector6& twist) noexcept;
  // V is where the arm is. Its velocity against R is the difference of what both really did in this cycle.
  void put_back(const Pose& X_BC, const Vector6& twist) noexcept { body_.put(X_BC, twist, reference_.moved()); }
  // Makes `change` to R, and V stays.
  template <typename Change>
  void keep_body(Change&& change) noexcept {
    const Pose X_BV_before = X_BV();
    const Vector6 twist = body_.twist(reference_.now());
    change();
    body_.put(X_BV_before, twist, reference_.now());
  }
  // R stands where V is.
  void stand_on_body() noexcept;
  // R has V's orientation, and C turns with it.
  void turn_to_body() noexcept;

  // Axes that get stiffness hold V where it is now, unless somebody leads R (`live`).
  void stiffen(const Matrix6& K_before, const Matrix6& K_after, const Matrix3& R_BC, bool live,
               const ApproachRule& rule) noexcept;
  // After a stop the target may be anywhere. If somebody still leads, R goes there from where it stood; if not, it
  // stays, or goes on braking if the stop was too short for it to stand.
  void return_to_lead(bool live, const ApproachRule& rule) noexcept;
  // The same; and if springs would pull from farther than a new target may be, R is on V first.
  void return_to_reference(bool live, const Matrix6& K, const Matrix3& R_BC, const ApproachRule& rule) noexcept;

  // The cycle that followed the law is over: R and V become what the arm did.
  void settle(const ArmMotion& arm, double h) noexcept;
  // The cycle was one of a stop, which moved the arm from X_before to X_after. A reference in motion brakes with it; in
  // the cycle that stops the arm it has moved on already, and is called back.
  void settle_stop(const Pose& X_before, const Pose& X_after, const Vector6& twist) noexcept;

 private:
  ReferenceSample on_body(const Matrix3& R_BC, const AxisMask& axes) const noexcept;
  void share_loss(const ArmMotion& arm, double h) noexcept;

  Reference reference_;
  VirtualBody body_;
  double led_share_ = 0.0;   // 0..1: the share of V's motion that R made when the law was last followed
  double led_before_ = 0.0;  // m/s and rad/s: how fast R moved in the cycle before
};

}  // namespace limber
