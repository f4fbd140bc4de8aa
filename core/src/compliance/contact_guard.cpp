// The damping that a contact needs, and how it is raised and released.
#include "compliance/contact_guard.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace limber {
namespace {

// A contact with a smaller gain margin is about to chatter, one with a smaller phase margin (here the tangent of the 70
// degrees that are left of 90) swings for long. damping_for_wall() uses 2 and 30 degrees, so a loop that was designed
// for its wall is not changed, even if the wall seems a third stiffer than it is.
constexpr double kGainMargin = 1.5;
constexpr double kPhaseLeft = 2.7475;
// A wall seems softer than it is while the tool brakes and the wall has damping. So under a press, where it is no hand,
// this share of min_stiffness is enough.
constexpr double kSeemsSofter = 0.5;
// An axis that contributes less than this to the compliance along the contact is not changed.
constexpr double kLeastPart = 0.05;
// A contact is over if force and position are off its spring by half of its force plus the play of the joints (m).
constexpr double kOffSpring = 0.5;
constexpr double kPlay = 1e-4;
// m: after sliding farther than this, the surface may have curved. With friction the force is off the normal, so a
// slide seems to leave the spring: on a stiff wall by kPlay after half a millimetre or more.
constexpr double kSlide = 0.5e-3;
// s after the touch, and the share of its damping that a hard core behind foam finds.
constexpr double kFirstHits = 1.0;
constexpr double kFarTooLow = 0.5;
constexpr double kAirborne = 0.5;  // share of free flight before a touch
// s: a hit. Later measurements count if they ask for no more than this many times what it asked for.
constexpr double kHit = 0.1;
constexpr double kAlike = 1.5;
// s: after so long without a swing, damping that is not confirmed subsides, with this time constant.
constexpr double kQuiet = 0.3, kSubsiding = 0.35;
constexpr double kAlongPress = 0.5;
constexpr int kSustained = 6;  // swings
// A wall that no press holds the tool against: so much of the time the tool flies (before a first hit: flew), so many
// landings, and at least this share of the change of the force pushes the tool.
constexpr double kLeastFlight = 0.3, kFlewBefore = 0.1;
constexpr int kLandings = 2;
constexpr double kPushes = 0.25;
// And the force of the contact is so many times what varies in free motion: a hand that shakes the tool varies it.
constexpr double kSteady = 5.0;
// Changes below a hundredth of the damping, or below 0.1 N s/m, are ignored.
constexpr double kWorthwhileChange = 0.01;
constexpr double kLeastDamping = 0.1;

// N from N m, N s/m from N m s/rad, kg from kg m²: rotation at the lever of the probe.
const Vector6 kWrenchAtLever = (Vector6() << 1, 1, 1, kContactLever, kContactLever, kContactLever).finished();
const Vector6 kAtLever = kWrenchAtLever.cwiseAbs2();

// At ω the two lags have turned the phase by what the margin leaves of 90 degrees; on this wall |L(ω)| = 1.
double wall_of_phase_margin(double damping, double lag, double slow) noexcept {
  const double both = lag + slow;
  const double w = 2.0 * kPhaseLeft / (both + std::sqrt(both * both + 4.0 * kPhaseLeft * kPhaseLeft * lag * slow));
  return damping * w * std::hypot(1.0, lag * w) * std::hypot(1.0, slow * w);
}

// Stiffer walls leave too small a margin. `lag` of a servo that is led stands for the gain margin: at lower frequencies
// such a servo hardly lags.
double stiffest_wall(double mass, double damping, double lag, double filter, bool servo_led) noexcept {
  if (!(damping > 0.0)) return 0.0;
  const double slow = filter + mass / damping;
  return std::min(damping * (1.0 / lag + 1.0 / slow) / kGainMargin,
                  wall_of_phase_margin(damping, servo_led ? 0.0 : lag, slow));
}

// 1/x = Σ n_i²/x_i along the contact. An axis without a share may have any x, even 0.
double along(const Vector6& n2, const Vector6& x) noexcept {
  double sum = 0.0;
  for (int i = 0; i < 6; ++i) {
    if (n2[i] > 0.0) sum += n2[i] / x[i];
  }
  return 1.0 / sum;
}

// N s/m, N m s/rad.
Vector6 least_change(const GuardedLoop& loop) noexcept {
  return kWorthwhileChange * loop.damping + kLeastDamping * kAtLever;
}

// 0..1: how much of a direction with the squares n² is along the press; the square of the cosine.
double along_press(const Vector6& n2, const Vector6& press) noexcept {
  const Vector6 P = force_at_lever(press);
  const double size = n2.sum() * P.squaredNorm(), along = n2.cwiseSqrt().dot(P.cwiseAbs());
  return size > 0.0 ? along * along / size : 0.0;
}

// N/m: softer contacts are not guarded.
double softest(const GuardedLoop& loop, double min_stiffness) noexcept {
  return (loop.press.isZero(0.0) ? 1.0 : kSeemsSofter) * min_stiffness;
}

double damping_against(double stiffness, double mass, double lag) noexcept {
  const double half = stiffness * lag;
  return half + std::sqrt(half * half + 2.0 * stiffness * mass);
}

}  // namespace

// The wrench is a mean over a cycle and then filtered; the position to compare with it must be filtered too.
Vector6 ContactGuard::filtered(const Vector6& displacement, double time_constant, double h) noexcept {
  behind_ += 0.5 * (displacement + last_displacement_);
  last_displacement_ = displacement;
  const Vector6 moved = (time_constant > 0.0 ? -std::expm1(-h / time_constant) : 1.0) * behind_;
  behind_ -= moved;
  return moved;
}

// True if this contact needs damping.
bool ContactGuard::raise(const Vector6& F, const GuardedLoop& loop, const ContactGuardParameters& p,
                         double h) noexcept {
  const double stiffness = probe_.stiffness();
  if (stiffness <= softest(loop, p.min_stiffness)) return false;
  const double filter = loop.filter_time_constant + h;  // sample and hold: half a cycle each
  // An axis without force now may have had one a moment ago, because parameters change.
  const Vector6 n2 = (F.array() != 0.0).select(probe_.shares(), 0.0);
  if (n2.isZero(0.0)) return false;
  const Vector6 own = loop.damping.cwiseQuotient(kAtLever);
  double mass = along(n2, loop.mass.cwiseQuotient(kAtLever));
  double damping = along(n2, own);
  if (loop.coupled != nullptr) {
    // A motion of 1 along n at the lever; 1/x = nᵀ X⁻¹ n.
    const Vector6 n = (F.array() != 0.0).select(probe_.direction(), 0.0).cwiseProduct(kWrenchAtLever);
    mass = 1.0 / n.dot(loop.coupled->M_inverse * n);
    damping = 1.0 / n.dot(loop.coupled->D.ldlt().solve(n));
  }
  if (!(stiffness > stiffest_wall(mass, damping, p.lag, filter, loop.servo_led))) return false;
  const double needed = damping_against(stiffness, mass, p.lag + filter);
  for (int i = 0; i < 6; ++i) {
    if (n2[i] == 0.0 || n2[i] * needed < kLeastPart * own[i]) continue;
    const double there = loop.coupled != nullptr ? damping : own[i];
    const double wanted = kAtLever[i] * std::min(needed - there, p.max_damping);
    if (confirms(i, kAtLever[i] * there + level_[i], wanted)) needed_[i] = std::max(needed_[i], wanted);
    level_[i] = std::max(level_[i], wanted);
  }
  return true;
}

// A single reading has noise in all directions; therefore the direction is that of the mean force.
void ContactGuard::hold(const Vector6& force, double stiffness) noexcept {
  held_ = Held();
  held_.direction = probe_.mean_force() / std::max(probe_.mean_force().norm(), 1e-9);
  held_.force = held_.direction.dot(force);
  held_.stiffness = stiffness;
}

// What remains when a wall is gone, such as a hand or a sensor bias, is not on the spring of the wall: the force fell
// but the tool did not move back, or the tool moved but the force did not change. (A tool that bounces finds the wall
// again.)
bool ContactGuard::holds(const Vector6& force, const Vector6& way, double share, double least, double h) noexcept {
  held_.way += way;
  const double back = held_.direction.dot(held_.way);
  const double along_it = held_.direction.dot(force);
  trial_.step(along_it, std::max(0.0, held_.force - held_.stiffness * back), share, least, h);
  if (!probe_.touching()) return false;
  held_.off += share * (along_it - held_.force + held_.stiffness * back - held_.off);
  const double larger = std::max(held_.force, along_it);
  if (std::abs(held_.off) > kOffSpring * larger + kPlay * held_.stiffness) held_.over = true;
  const double slid = (held_.way - back * held_.direction).norm();
  if (!held_.over && slid > std::max(kSlide, std::abs(back))) hold(force, held_.stiffness);
  return !held_.over;
}

Vector6 ContactGuard::out_of_contact() const noexcept {
  Vector6 n = Vector6::Zero();
  if (!level_.isZero(0.0)) n.head<3>() = held_.direction.head<3>();
  return n;
}

void ContactGuard::see_swings(const Vector6& force, double share, double h) noexcept {
  mean_force_ += share * (force - mean_force_);
  power_ += share * ((force - mean_force_).squaredNorm() - power_);
  hand_.step(probe_.swinging(), power_, h);
}

// A wall that vibrates looks stiffer than it is, and the more so the more damping there is. So what is measured counts
// if it is about what the first hit asked for, or a hit soon after the touch that asks for much more, as a hard core
// behind foam does; and if that was soon after the touch, or if the wall has swung again after the damping had gone
// back.
bool ContactGuard::confirms(int axis, double present, double wanted) noexcept {
  double& first = first_[axis];
  const bool core = touched_for_ < kFirstHits && present < kFarTooLow * wanted;
  if (first == 0.0 || (core && wanted > kAlike * first)) {
    hit_for_ = 0.0;
    early_ = early_ || core;
  }
  if (hit_for_ < kHit) first = std::max(first, wanted);
  return wanted < kAlike * first && (early_ || subsided_);
}

// Where nothing swings, damping that is not confirmed goes back.
void ContactGuard::subside(const GuardedLoop& loop, double h) noexcept {
  touched_for_ = free_.share() > kAirborne ? 0.0 : touched_for_ + h;
  if (touched_for_ == 0.0 && level_.isZero(0.0)) {
    subsided_ = early_ = false;
    first_.setZero();
  }
  hit_for_ += h;
  quiet_for_ = probe_.swinging() ? 0.0 : quiet_for_ + h;
  if (quiet_for_ < kQuiet || level_ == needed_) return;
  const Vector6 excess = level_ - needed_;
  subsided_ = subsided_ || (excess.array() > (kAlike - 1.0) * needed_.array()).any();
  level_ = needed_ + std::exp(-h / kSubsiding) * excess;
  if ((excess.array() < least_change(loop).array()).all()) level_ = needed_;
}

void ContactGuard::release(const GuardedLoop& loop, double release_time, double h) noexcept {
  level_ *= std::exp(-h / release_time);
  needed_ = needed_.cwiseMin(level_);
  level_ = (level_.array() < least_change(loop).array()).select(0.0, level_);
  if (level_.isZero(0.0)) {
    needed_.setZero();
    first_.setZero();
    subsided_ = early_ = false;
  }
}

const Vector6& ContactGuard::step(const Vector6& F, const Vector6& displacement, const GuardedLoop& loop,
                                  const ContactGuardParameters& p, double h) noexcept {
  if (!p.enabled) {
    reset();
    return damping_;
  }
  const Vector6 moved = way_at_lever(filtered(displacement, loop.filter_time_constant, h));
  const Vector6 felt = force_at_lever(F);
  noise_.step(felt, loop.filter_time_constant, probe_.unexplained(), h);
  const double least = noise_.beyond(0.5 * p.min_force);
  const bool held = !loop.press.isZero(0.0) && !level_.isZero(0.0) && !held_.over && probe_.touching();
  free_.step(felt, moved, softest(loop, p.min_stiffness), least, held, h);
  const Vector6 force = felt - free_.value();
  probe_.step(felt, free_.value(), moved, loop.led || !loop.press.isZero(0.0),
              {p.frequency, noise_.beyond(p.min_force + 2.0 * loop.free_force), least}, h);
  const double share = -std::expm1(-2.0 * std::numbers::pi * p.frequency * h);
  see_swings(force, share, h);
  subside(loop, h);
  const bool raised = !level_.isZero(0.0);
  // A hand that shakes a tool swings, too; but it does not let go of the tool most of the time.
  const bool pushes = felt.dot(force) > kPushes * force.squaredNorm() && force.norm() > kSteady * free_.variation();
  const bool hits = probe_.first_hit() && pushes && free_.share() > kFlewBefore && felt.dot(moved) < 0.0;
  const bool bounces = raised || (probe_.exact() && probe_.landings() >= kLandings && pushes &&
                                  free_.share() > kLeastFlight && force.dot(moved) > 0.0);
  const Vector6 shares = raised ? Vector6(held_.direction.cwiseAbs2()) : probe_.shares();
  const bool pressed = along_press(shares, loop.press) > kAlongPress;
  // Friction holds a tool that is pressed on a surface; it chatters sideways, too.
  const bool rubs = probe_.swings() > kSustained && probe_.exact() &&
                    along_press(probe_.mean_force().cwiseAbs2(), loop.press) > kAlongPress;
  if (noise_.known() && (pressed || rubs || (hits && loop.led) || bounces) && !hand_.shakes() && raise(F, loop, p, h)) {
    if (!raised || !trial_.goes_on()) trial_.begin(force.norm(), power_);
    hold(force, probe_.stiffness());
  } else if (raised) {
    if (!holds(force, moved, share, least, h) || probe_.led()) release(loop, p.release_time, h);
    if (!pressed && trial_.shows_hand(power_, least)) {
      hand_.see(power_);
      level_.setZero();
      needed_.setZero();
      first_.setZero();
    }
  }
  for (int i = 0; i < 6; ++i) {
    if (level_[i] == 0.0 || std::abs(level_[i] - damping_[i]) > kWorthwhileChange * damping_[i])
      damping_[i] = level_[i];
  }
  return damping_;
}

}  // namespace limber
