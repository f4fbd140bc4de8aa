// The closed forms of the delayed lags of first and second order, for an input that is linear between arrivals.
#include "limber/sim/servo.hpp"

#include <cmath>

#include "compliance/oscillator.hpp"

namespace limber::sim {

namespace {
constexpr std::size_t kCommandsInFlight = 4096;
}

ServoReference::ServoReference(const ServoParameters& parameters, const JointVector& q0)
    : parameters_(parameters),
      now_{0.0, q0, JointVector::Zero(q0.size()), q0, JointVector::Zero(q0.size())},
      next_(now_),
      ring_(kCommandsInFlight, Pending{0.0, q0}) {}

void ServoReference::command(double time, const Command& command) {
  last_arrival_ = time + parameters_.delay;
  if (count_ < ring_.size()) ++count_;
  Pending& newest = ring_[(first_ + count_ - 1) % ring_.size()];
  newest.arrival = last_arrival_;
  newest.value = parameters_.mode == CommandMode::kVelocity ? command.qd : command.q;
}

// With u(t) = u + u' t:   r(t) = u(t) - T u' + (r - u + T u') e^(-t/T),   and T = 2 ζ/ω for the second order, of which
// the difference to u(t) - T u' oscillates.
void ServoReference::advance(State& state, double until) const {
  const double t = until - state.time, w = parameters_.natural_frequency, d = 2.0 * parameters_.damping_ratio * w;
  const double lag = w > 0.0 ? d / (w * w) : parameters_.lag;
  const double decay = w > 0.0 || lag <= 0.0 ? 0.0 : std::exp(-t / lag);
  const OscillatorStep step = w > 0.0 ? exact_oscillator_step(d, w * w, t) : OscillatorStep{};
  for (Eigen::Index i = 0; i < state.r.size(); ++i) {
    const double trail = lag * state.u_rate[i];
    const double gap = state.r[i] - state.u[i] + trail;
    state.u[i] += state.u_rate[i] * t;
    if (w > 0.0) {
      const double rate = state.r_rate[i] - state.u_rate[i], pull = -w * w * gap;
      state.r[i] = state.u[i] - trail + gap + step.phi * rate + step.psi * pull;
      state.r_rate[i] = state.u_rate[i] + step.decay * rate + step.phi * pull;
    } else {
      state.r[i] = state.u[i] - trail + gap * decay;
    }
  }
  state.time = until;
}

const JointVector& ServoReference::preview(double until) {
  next_ = now_;
  for (consumed_ = 0; consumed_ < count_; ++consumed_) {
    const Pending& pending = ring_[(first_ + consumed_) % ring_.size()];
    if (pending.arrival > until) break;
    advance(next_, pending.arrival);
    if (parameters_.mode == CommandMode::kVelocity) {
      next_.u_rate = speed_scaling_ * pending.value;
    } else {
      next_.u += speed_scaling_ * (pending.value - next_.u);
    }
  }
  advance(next_, until);
  return next_.r;
}

void ServoReference::commit() {
  now_ = next_;
  first_ = (first_ + consumed_) % ring_.size();
  count_ -= consumed_;
  consumed_ = 0;
}

}  // namespace limber::sim
