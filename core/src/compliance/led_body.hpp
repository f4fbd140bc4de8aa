// The reference R and the virtual body V that it leads, and how one changes if the other is moved: by a new target, by
// new stiffness, by limits of the arm, by a stop.
//
// Two rules always hold. If R is moved, V keeps its pose and twist. And an offset without a push never stays: R loses
// what limits or stops take from its motion, and catches up.
#pragma once

#include <array>

#include "compliance/virtual_body.hpp"
#include "limber/types.hpp"
#include "motion/reference.hpp"

namespace limber {

using AxisMask = std::array<bool, 6>;

AxisMask stiff_axes(const Matrix6& K) noexcept;
AxisMask free_axes(const Matrix6& K) noexcept;

// `X` moved to `to` along the marked axes of R_BC.
Pose moved_along(const Pose& X, const Pose& to, const Matrix3& R_BC, const AxisMask& axes) noexcept;

class LedBody {
 public:
  // The motion of the arm in a cycle of h s that should have brought it to X_BV.
  struct ArmMotion {
    const Pose& X_BV;           // pose wanted by law and reference
    const Vector6& law_change;  // m, rad in the base: the part that the law asked for
    const Pose& X_BC;           // pose reached
    const Vector6& twist;       // m/s, rad/s, mean over the cycle
    bool reshaped;              // limits changed the motion
    bool not_finite;            // the motion was not finite; the arm braked instead
    bool any_orientation;       // the arm can take all orientations of the reference
  };

  Reference& reference() noexcept { return reference_; }
  const Reference& reference() const noexcept { return reference_; }
  VirtualBody& body() noexcept { return body_; }
  const VirtualBody& body() const noexcept { return body_; }
  Pose X_BV() const noexcept { return body_.pose(reference_.now()); }

  // Activation: R stands at X_BC, and V starts there with this twist.
  void start(const Pose& X_BC, const Vector6& twist) noexcept;
  // V takes the pose of the arm. Its velocity relative to R is the difference of their real motions in this cycle.
  void put_back(const Pose& X_BC, const Vector6& twist) noexcept { body_.put(X_BC, twist, reference_.moved()); }
  // Applies `change` to R; V keeps its pose and twist.
  template <typename Change>
  void keep_body(Change&& change) noexcept {
    const Pose X_BV_before = X_BV();
    const Vector6 twist = body_.twist(reference_.now());
    change();
    body_.put(X_BV_before, twist, reference_.now());
  }
  // R stands at the pose of V.
  void stand_on_body() noexcept;
  // R takes the orientation of V, and C turns with it.
  void turn_to_body() noexcept;

  // Axes that get stiffness hold V at its pose, unless something leads R (`live`).
  void stiffen(const Matrix6& K_before, const Matrix6& K_after, const Matrix3& R_BC, bool live,
               const ApproachRule& rule) noexcept;
  // After a stop the target may be anywhere. If something still leads, R goes there from where it stood; if not, it
  // stays, or continues braking if the stop was too short.
  void return_to_lead(bool live, const ApproachRule& rule) noexcept;
  // The same; and if springs would pull over more than a near distance, R first moves to V.
  void return_to_reference(bool live, const Matrix6& K, const Matrix3& R_BC, const ApproachRule& rule) noexcept;

  // After a cycle that followed the law: R and V take over the motion of the arm.
  void settle(const ArmMotion& arm, double h) noexcept;
  // After a cycle of a stop that moved the arm from X_before to X_after. A moving reference brakes with the arm; in the
  // first cycle of a stop it has already moved, and is moved back.
  void settle_stop(const Pose& X_before, const Pose& X_after, const Vector6& twist) noexcept;

 private:
  ReferenceSample on_body(const Matrix3& R_BC, const AxisMask& axes) const noexcept;
  void share_loss(const ArmMotion& arm, double h) noexcept;

  Reference reference_;
  VirtualBody body_;
  double led_share_ = 0.0;   // 0..1: share of R in the motion of V when the law was last followed
  double led_before_ = 0.0;  // m/s and rad/s: speed of R in the previous cycle
};

}  // namespace limber
