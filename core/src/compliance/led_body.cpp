#include "compliance/led_body.hpp"

#include <algorithm>

#include "math/so3.hpp"

namespace limber {
namespace {

// m/s, rad/s: below it, a reference stands.
constexpr double kRounding = 1e-9;

AxisMask axes_where(const Matrix6& K, bool stiff) noexcept {
  AxisMask axes{};
  for (int i = 0; i < 6; ++i) axes[static_cast<std::size_t>(i)] = K.row(i).isZero(0.0) != stiff;
  return axes;
}

}  // namespace

AxisMask stiff_axes(const Matrix6& K) noexcept { return axes_where(K, true); }
AxisMask free_axes(const Matrix6& K) noexcept { return axes_where(K, false); }

Pose moved_along(const Pose& X, const Pose& to, const Matrix3& R_BC, const AxisMask& axes) noexcept {
  const Vector6 gap = pose_difference(X, to);
  Vector6 way;
  way << R_BC.transpose() * gap.head<3>(), R_BC.transpose() * gap.tail<3>();
  for (int i = 0; i < 6; ++i) {
    if (!axes[static_cast<std::size_t>(i)]) way[i] = 0.0;
  }
  return {exp_so3(R_BC * way.tail<3>()).toRotationMatrix() * X.R, X.p + R_BC * way.head<3>()};
}

void LedBody::start(const Pose& X_BC, const Vector6& twist) noexcept {
  led_share_ = led_before_ = 0.0;
  reference_.stand(X_BC);
  body_.put(X_BC, twist, reference_.now());
}

void LedBody::stand_on_body() noexcept {
  keep_body([&] { reference_.stand(X_BV()); });
}

void LedBody::turn_to_body() noexcept {
  keep_body([&] { reference_.turn_to(X_BV().R); });
}

// R moved to V along some axes of C, with its twist rotated accordingly.
ReferenceSample LedBody::on_body(const Matrix3& R_BC, const AxisMask& axes) const noexcept {
  const ReferenceSample& now = reference_.now();
  const Pose X_BR = moved_along(now.X_BR, X_BV(), R_BC, axes);
  Vector6 twist = now.twist;
  twist.tail<3>() = X_BR.R * now.X_BR.R.transpose() * now.twist.tail<3>();
  return {X_BR, twist, Vector6::Zero()};
}

void LedBody::stiffen(const Matrix6& K_before, const Matrix6& K_after, const Matrix3& R_BC, bool live,
                      const ApproachRule& rule) noexcept {
  AxisMask newly_stiff = stiff_axes(K_after);
  const AxisMask stiff_before = stiff_axes(K_before);
  for (std::size_t i = 0; i < 6; ++i) newly_stiff[i] = newly_stiff[i] && !stiff_before[i];
  const bool any = std::find(newly_stiff.begin(), newly_stiff.end(), true) != newly_stiff.end();
  if (!any || reference_.approaching()) return;
  keep_body([&] {
    const ReferenceSample from = on_body(R_BC, newly_stiff);
    if (live) {
      reference_.approach_from(from, rule);
    } else {
      reference_.stand(from.X_BR);
    }
  });
}

void LedBody::return_to_lead(bool live, const ApproachRule& rule) noexcept {
  keep_body([&] {
    if (live) {
      reference_.resume(rule);
    } else if (led_share_ > 0.0) {
      reference_.brake(rule);
    }
  });
}

void LedBody::return_to_reference(bool live, const Matrix6& K, const Matrix3& R_BC, const ApproachRule& rule) noexcept {
  return_to_lead(live, rule);
  keep_body([&] {
    const ReferenceSample from = on_body(R_BC, stiff_axes(K));
    if (!rule.is_near(reference_.now().X_BR, from.X_BR)) reference_.approach_from(from, rule);
  });
}

void LedBody::settle(const ArmMotion& arm, double h) noexcept {
  const double led = reference_.moved().twist.norm();
  led_share_ = led > kRounding && !arm.not_finite ? led / (led + body_.velocity().norm()) : 0.0;
  const bool leads = led > kRounding || led_before_ > kRounding || reference_.catching_up();
  if (arm.reshaped && leads && !arm.not_finite) {
    share_loss(arm, h);
  } else if (arm.reshaped) {
    put_back(arm.X_BC, arm.twist);
  }
  led_before_ = reference_.moved().twist.norm();
}

// Limits kept the arm from V. The law loses its share of the missing motion, in proportion to how far law and reference
// drove the tool in that direction in this cycle, and at most what it asked for. The rest becomes a lag of the
// reference, which catches up. So limits never give the law a velocity.
void LedBody::share_loss(const ArmMotion& arm, double h) noexcept {
  const Vector6 missing = pose_difference(arm.X_BC, arm.X_BV);
  const Vector6 by_reference = h * body_.carried_twist(reference_.moved().twist);
  Vector6 lost_by_law;
  for (const int first : {0, 3}) {
    const Vector3 lost = missing.segment<3>(first), asked = arm.law_change.segment<3>(first);
    const double law = std::max(0.0, asked.dot(lost));
    const double reference = std::max(0.0, by_reference.segment<3>(first).dot(lost));
    const double share = law > 0.0 ? law / (law + reference) : 0.0;
    lost_by_law.segment<3>(first) = asked - part_of(asked, asked - share * lost);
  }
  // An orientation that the arm can never have is not caught up with.
  if (!arm.any_orientation) lost_by_law.tail<3>() = missing.tail<3>();
  body_.lose(lost_by_law, h);
  reference_.hold_back(body_.reference_of(arm.X_BC), h);
}

void LedBody::settle_stop(const Pose& X_before, const Pose& X_after, const Vector6& twist) noexcept {
  if (led_share_ != 0.0) {
    const Vector6 moved = led_share_ * pose_difference(X_before, X_after);
    Pose X_BR = reference_.before();
    X_BR.p += moved.head<3>();
    X_BR = body_.reference_turned(X_BR, moved.tail<3>());
    reference_.take_along(X_BR, body_.carrying_twist(led_share_ * twist));
  }
  put_back(X_after, twist);
}

}  // namespace limber
