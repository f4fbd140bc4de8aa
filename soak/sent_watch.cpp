#include "sent_watch.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace limber::soak {
namespace {

constexpr double kFadeTime = 0.1;     // s: τ
constexpr double kFollowTime = 0.05;  // s: with which a lead that changes is followed
constexpr double kFollowed = 1.5;     // s: after which it is there
constexpr double kSentDigits = 3e-9;  // rad, m: a smaller lack is dropped
constexpr double kSentShare = 1.0 + 1e-9;

}  // namespace

// The delay counts up to the lag; the last half period is for the age of a mean velocity.
SentWatch::Lead SentWatch::lead_of(const AdmittanceParameters& p) {
  const ServoParameters& servo = p.servo;
  if (!servo.lead || !(servo.lag > 0.0)) return {};
  const double h = 1.0 / p.update_rate, late = std::min(servo.delay + 0.5 * h, servo.lag);
  const double time = servo.lag + late;
  return {time, servo.lag * late + 0.5 * late * late + 0.5 * h * time};
}

void SentWatch::expect(const AdmittanceParameters& p) {
  joints_ = joint_values(arm_, p.limits);
  fastest_ = joints_.velocity;
  for (int i = 0; i < arm_.joint_count(); ++i) {
    const double urdf = arm_.joints()[static_cast<std::size_t>(i)].limits.velocity;
    if (std::isfinite(urdf)) fastest_[i] = urdf;
  }
  lead_ = lead_of(p);
  measured_ = p.integrate_from == IntegrateFrom::kMeasured;
  by_velocity_ = p.command_interfaces == std::vector<std::string>{"velocity"};
}

void SentWatch::start(const RobotState& state) {
  sent_ = state.q_interface.size() == state.q.size() ? state.q_interface : state.q;
  qd_ = state.qd;
  qdd_ = unfaded_ = at_bound_ = 0.0 * state.q;
  most_ = last_ = lead_;
  ever_led_ = lead_.time > 0.0;
  first_ = true;
}

void SentWatch::see(const Command& sent, const Telemetry& t, bool anew) {
  tally_.expect(Check::kFinite, sent.q.size() == arm_.joint_count() && sent.qd.size() == arm_.joint_count(),
                "what is sent has another number of joints");
  tally_.expect(Check::kFinite, sent.q.allFinite() && sent.qd.allFinite(), "what is sent is not finite");
  tally_.expect(Check::kTelemetry, t.q_sent == sent.q, "telemetry has another sent command");
  ever_led_ = ever_led_ || lead_.time > 0.0;
  const bool changed = lead_.time != last_.time || lead_.square != last_.square;
  since_ = changed ? 0.0 : since_ + t.period;
  last_ = lead_;
  if (since_ > kFollowed) most_ = lead_;
  most_ = {std::max(lead_.time, most_.time), std::max(lead_.square, most_.square)};
  if (!ever_led_) {
    tally_.expect(Check::kUnled, sent.q == t.q_command && sent.qd == t.qd_command, "not the motion itself");
  } else if (anew) {
    tally_.expect(Check::kStandsStill, sent.qd.cwiseAbs().maxCoeff(), 1e-6, "rad/s, sent while the motion begins anew");
    first_ = true;
  }
  if (first_) sent_ = sent.q - t.period * sent.qd, offset_ = sent_ - (t.q_command - t.period * t.qd_command);
  bounded_ = false;
  // If V is integrated from measured joints, the motion may jump to them, and without lead what is sent does too.
  const bool led = ever_led_ && (!measured_ || sent.q != t.q_command);
  for (int i = 0; i < arm_.joint_count() && led; ++i) see_joint(i, sent.q[i], t);
  const double wrong = ((sent.q - sent_) / t.period - sent.qd).cwiseAbs().maxCoeff();
  if (led) tally_.expect(Check::kVelocityIsDerivative, wrong, 1e-9 / t.period, "of what is sent");
  sent_ = sent.q;
  offset_ = sent.q - t.q_command;
  qdd_ = (t.qd_command - qd_) / t.period;
  qd_ = t.qd_command;
  first_ = false;
}

void SentWatch::see_joint(int i, double sent, const Telemetry& t) {
  const double h = t.period, q = t.q_command[i], offset = sent - q;
  const double lower = std::min(joints_.lower[i], q), upper = std::max(joints_.upper[i], q);
  const double most = h * std::max(fastest_[i], std::abs(t.qd_command[i]));
  // If the limits became narrower, it goes back as fast as it may.
  const double outside = std::max({0.0, lower - sent_[i], sent_[i] - upper});
  tally_.expect(Check::kSentPosition, std::max(lower - sent, sent - upper),
                std::max(0.0, outside - most * (1.0 - 1e-9)) + kSentDigits, "joint ", i);
  tally_.expect(Check::kSentSpeed, std::abs(sent - sent_[i]), most * kSentShare + kSentDigits, "joint ", i);
  const bool at_end = sent <= lower + kSentDigits || sent >= upper - kSentDigits;
  const bool at_bound = at_end || std::abs(sent - sent_[i]) > 0.999999 * most;
  bounded_ = bounded_ || at_bound;
  // Behind a limit the lead may still lack something, which shows when the limit goes away.
  const bool free = !at_end && at_bound_[i] == 0.0 && !measured_;
  if (free) see_smooth(i, offset, t);
  if (free && t.qd_command[i] == 0.0 && qd_[i] == 0.0 && qdd_[i] == 0.0) see_rest(i, offset, h);
  at_bound_[i] = at_end ? 1.0 : 0.0;
}

// If a bound acts on u, u moves by less than it would.
void SentWatch::see_smooth(int i, double offset, const Telemetry& t) {
  const double h = t.period, qdd = (t.qd_command[i] - qd_[i]) / h;
  const double lacks = std::abs(offset_[i]) + most_.time * std::abs(qd_[i]) + most_.square * std::abs(qdd_[i]);
  unfaded_[i] = std::max(lacks, std::exp(-h / kFadeTime) * unfaded_[i]);
  const double allowed = most_.time * std::abs(t.qd_command[i] - qd_[i]) + most_.square * std::abs(qdd - qdd_[i]) -
                         std::expm1(-h / kFollowTime) * unfaded_[i];
  tally_.expect(Check::kSentSmooth, std::abs(offset - offset_[i]), kSentShare * allowed + kSentDigits, "joint ", i);
}

void SentWatch::see_rest(int i, double offset, double h) {
  const double before = std::abs(offset_[i]);
  const double fades = std::exp(-0.99 * h / kFadeTime) * before, goes = before - h * fastest_[i];
  tally_.expect(Check::kSentAtRest, std::abs(offset), std::max(fades, goes) + 1e-12, "joint ", i);
}

}  // namespace limber::soak
