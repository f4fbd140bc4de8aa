#include "compliance/regulated_press.hpp"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// s: time constant of s on a surface of kFirm N/m or stiffer; on a softer one the noise of the force needs a longer
// one.
constexpr double kSurface = 0.025;
constexpr double kFirm = 5e3;
// N/m: that of a contact of which K_e is not known is hardly smaller.
constexpr double kUnknown = 1e3;
constexpr double kUnknownLag = 2.0;  // s is this much slower then
// If K_e is exact, s does not depend on the loop. A K_e that is too high is harmless, one that is too low is not.
constexpr double kCautious = 1.1;
// While the asked force changes (by kChange of itself in a cycle) and for kStepTime s after, an error of K_e would show
// as motion of the surface: then s is kStepLag times slower.
constexpr double kChange = 1e-3;
constexpr double kStepTime = 0.15;
constexpr double kStepLag = 10.0;
// The sensor feels the inertia m of the tool: a step of s comes back in the next cycles as 0.6 m / (h K_e) of it, over
// the lag, if the servo is led. Nothing else smooths this; so s is smoothed by kSmooth m / (K_e lag), at most
// kMostSmooth s. The noise of the force comes back like the inertia of a tool of kNoiseMass.
constexpr double kSmooth = 1.4;
constexpr double kNoiseMass = 0.8;  // kg
constexpr double kMostSmooth = 0.1;
// s: w, n and the free axes fade in and out over these times.
constexpr double kEngage = 0.1;
constexpr double kRelease = 0.05;
// Share of the press: a surface that is felt less shows nothing, and s fades with this time constant (s).
constexpr double kFeltShare = 0.1;
constexpr double kUnfelt = 0.05;
// rad: a normal that is known less well is not used.
constexpr double kTrusted = 0.2;
// Steepest slope that is followed: 60 degrees to the way of the tool.
constexpr double kSteepest = 1.75;
// Least square of the part of n along free axes.
constexpr double kLeastFree = 0.1;
// m: noise of a position besides that of the deflection; N: noise of the force.
constexpr double kPositionNoise = 5e-6;
constexpr double kForceNoise = 0.05;

double towards(double value, double goal, double most) noexcept {
  return value + std::clamp(goal - value, -most, most);
}

}  // namespace

// The force is a mean over a cycle behind a low-pass; so is this.
Vector3 RegulatedPress::filtered(const Vector3& moved_B, double time_constant, double h) noexcept {
  behind_ += 0.5 * (moved_B + last_moved_);
  last_moved_ = moved_B;
  const Vector3 moved = (time_constant > 0.0 ? -std::expm1(-h / time_constant) : 1.0) * behind_;
  behind_ -= moved;
  return moved;
}

void RegulatedPress::begin(const Vector3& force_B) noexcept {
  slope_.reset();
  surface_.begin(-direction_);
  n_ = -direction_;
  turned_ = 0.0;
  last_force_ = force_B.dot(n_);
}

// Stiffness, normal and speed of the surface, from force and motion behind the same low-pass. A tool that is off the
// surface shows only its own motion. As long as the force has hardly changed, K_e is not known: then s is slow, so that
// the damper acts on every oscillation.
void RegulatedPress::see_surface(const PressedContact& contact, const Vector3& moved, double bound, double h) noexcept {
  const double force = contact.force_B.dot(n_), change = force - last_force_;
  last_force_ = force;
  if (force < kFeltShare * contact.press_B.norm()) {
    rough_speed_ = speed_ *= std::exp(-h / kUnfelt);
    return;
  }
  slope_.step(contact.force_B, moved, n_, h);
  const bool known = slope_.stiffness() > 0.0;
  const double K = known ? slope_.stiffness() : kUnknown, deflected = change / K;
  surface_.step(moved + (known ? deflected : 0.0) * n_, deflected, contact.force_B, kPositionNoise + kForceNoise / K);
  const double across = (moved - moved.dot(n_) * n_).norm() / h;
  ahead_ = across * (contact.filter_time_constant + h);
  const double most = bound + kSteepest * across;
  const double seen = (moved.dot(n_) + (known ? deflected / kCautious : 0.0)) / h;
  const double slower = stepped_for_ < kStepTime ? kStepLag : known ? 1.0 : kUnknownLag;
  const double lag = kSurface * std::max(1.0, std::sqrt(kFirm / K)) * slower;
  rough_speed_ += -std::expm1(-h / lag) * (seen - rough_speed_);
  rough_speed_ = std::clamp(rough_speed_, -most, most);
  const double smooth = std::min(kMostSmooth, kSmooth * std::max(contact.tool_mass, kNoiseMass) / (K * lag));
  speed_ += -std::expm1(-h / smooth) * (rough_speed_ - speed_);
}

// u, the part of n along the free axes. An axis that gets stiffness while the press acts leaves it gradually.
void RegulatedPress::find_free(const std::array<bool, 3>& free, double h) noexcept {
  double part = 0.0;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const double goal = free[static_cast<std::size_t>(i)] ? 1.0 : 0.0;
    free_[i] = engaged_ > 0.0 ? towards(free_[i], goal, h / kEngage) : goal;
    part += goal * n_C_[i] * n_C_[i];
  }
  u_ = free_.cwiseProduct(n_C_);
  any_free_ = part > kLeastFree;
}

// w u and its rate, with the share that is engaged.
void RegulatedPress::follow(const PressedContact& contact, double h) noexcept {
  const double part = u_.dot(n_C_);
  const bool able = asked_ && touching_ && any_free_;
  engaged_ = towards(engaged_, able ? 1.0 : 0.0, h / (able ? kEngage : kRelease));
  const double w = engaged_ * (speed_ - contact.v_led_B.dot(n_));
  const Vector3 end = part > kLeastFree ? Vector3(w / part * u_) : Vector3(Vector3::Zero());
  velocity_ = 0.5 * (end_velocity_ + end);
  acceleration_ = (end - end_velocity_) / h;
  end_velocity_ = end;
}

// F_control along -n, without what friction does along u.
void RegulatedPress::turn(const PressedContact& contact) noexcept {
  const Vector3 press_B = turned_ > 0.0 ? Vector3(-contact.press_B.norm() * n_) : contact.press_B;
  force_ = contact.R_BC.transpose() * press_B;
  const Vector3 friction = contact.R_BC.transpose() * (contact.force_B - contact.force_B.dot(n_) * n_);
  const double part = u_.dot(n_C_);
  if (part > kLeastFree) force_ -= engaged_ * u_.dot(friction) / part * u_;
}

void RegulatedPress::step(const PressedContact& contact, const PressParameters& parameters, double h) noexcept {
  const double press = contact.press_B.norm();
  asked_ = parameters.regulation != PressRegulation::kNone && press > 0.0;
  if (press == 0.0 && !acts()) return reset();
  share_ = towards(share_, asked_ ? 1.0 : 0.0, h / kEngage);
  const Vector3 moved = filtered(contact.moved_B, contact.filter_time_constant, h);
  if (press > 0.0) direction_ = contact.press_B / press;
  stepped_for_ = std::abs(press - last_press_) > kChange * press ? 0.0 : stepped_for_ + h;
  last_press_ = press;
  const bool touching = press > 0.0 && contact.in_contact;
  if (touching && !touching_) begin(contact.force_B);
  touching_ = touching;
  if (touching) {
    see_surface(contact, moved, parameters.max_surface_speed, h);
  } else {
    rough_speed_ = speed_ *= std::exp(-h / kUnfelt);
  }
  const bool known = touching && parameters.regulation == PressRegulation::kNormal && surface_.uncertainty() < kTrusted;
  turned_ = towards(turned_, known ? 1.0 : 0.0, h / kEngage);
  n_ = ((1.0 - turned_) * -direction_ + turned_ * surface_.value(ahead_)).normalized();
  n_C_ = contact.R_BC.transpose() * n_;
  find_free(contact.free, h);
  follow(contact, h);
  turn(contact);
}

}  // namespace limber
