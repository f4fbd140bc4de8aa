// Steps the first touch through time.
#include "compliance/first_touch.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

namespace limber {
namespace {

constexpr int kSubsteps = 20;
constexpr double kLongest = 1.0;  // s
constexpr int kSpeedHalvings = 12;
constexpr double kPeakTime = 6e-3;  // s: a peak is a mean over this time

// The servo and the wall, in substeps.
class ServoIntoWall {
 public:
  // It has followed a steady command for long, and touches now.
  ServoIntoWall(const FirstTouch& touch, double speed)
      : loop_(touch.loop), wall_(touch.wall), dt_(loop_.period / kSubsteps), v_(speed) {
    const long in_flight = std::lround(loop_.servo_delay / dt_);
    for (long k = 0; k < in_flight; ++k) commanded_.push_back((loop_.servo_lag + dt_ * static_cast<double>(k)) * speed);
  }

  // One cycle with the command u (m): the reading of the sensor, N.
  double cycle(double u) {
    const double before = v_, share = loop_.servo_lag > 0.0 ? -std::expm1(-dt_ / loop_.servo_lag) : 1.0;
    double mean = 0.0;
    for (int k = 0; k < kSubsteps; ++k) {
      commanded_.push_back(u);
      const double moved = share * (commanded_.front() - x_);
      commanded_.pop_front();
      x_ += moved;
      v_ = moved / dt_;
      const double force = x_ > 0.0 ? std::max(0.0, wall_ * x_ + loop_.wall_damping * v_) : 0.0;
      back_for_ = v_ < 0.0 ? back_for_ + dt_ : 0.0;
      mean += force / kSubsteps;
      sum_ += force;
      last_.push_back(force);
      if (static_cast<double>(last_.size()) * dt_ > kPeakTime) {
        sum_ -= last_.front();
        last_.pop_front();
      }
      peak_ = std::max(peak_, sum_ * dt_ / kPeakTime);
    }
    return mean + loop_.tool_mass * (v_ - before) / loop_.period;
  }
  // For so long that the peak is over.
  bool turned_back() const { return back_for_ > kPeakTime; }
  double peak() const { return peak_; }

 private:
  const ContactLoop& loop_;
  double wall_, dt_;
  double x_ = 0.0, v_;                              // m beyond the surface, m/s
  double peak_ = 0.0, sum_ = 0.0, back_for_ = 0.0;  // N, N, s
  std::deque<double> commanded_, last_;
};

double input_of(const FirstTouch& touch, double felt) {
  const double largest = std::max(touch.press, std::abs(felt));
  const double gain = largest > touch.deadband ? 1.0 - touch.deadband / largest : 0.0;
  return gain * (touch.press - touch.loop.admittance_ratio * felt);
}

// m/s: of the commanded motion, mean over a cycle. V is put back to what the limits allow.
class LimitedLaw {
 public:
  LimitedLaw(const FirstTouch& touch, double speed) : touch_(touch), v_(speed), mean_(speed), most_(speed) {}

  double cycle(double felt) {
    const double h = touch_.loop.period, rate = touch_.loop.damping / touch_.loop.mass;
    const double end = input_of(touch_, felt) / touch_.loop.damping;
    const double decay = std::exp(-rate * h), wanted = end + (v_ - end) * (1.0 - decay) / (rate * h);
    const double brake = felt > std::max(kLeastTouch, touch_.deadband) ? touch_.deceleration : touch_.acceleration;
    const double allowed = std::clamp(std::min(wanted, most_), mean_ - h * brake, mean_ + h * touch_.acceleration);
    v_ = allowed == wanted ? end + (v_ - end) * decay : allowed;
    mean_ = allowed;
    return mean_;
  }

 private:
  static constexpr double kLeastTouch = 3.0;  // N: smaller forces may be noise
  const FirstTouch& touch_;
  double v_, mean_, most_;
};

}  // namespace

double driven_speed(const FirstTouch& touch) { return input_of(touch, 0.0) / touch.loop.damping; }

double touch_peak(const FirstTouch& touch) {
  const ContactLoop& loop = touch.loop;
  const double h = loop.period, speed = touch.speed;
  ServoIntoWall arm(touch, speed);
  LimitedLaw law(touch, speed);
  const double share = loop.filter_time_constant > 0.0 ? -std::expm1(-h / loop.filter_time_constant) : 1.0;
  double q = (loop.servo_lag + loop.servo_delay - 0.5 * h - loop.servo_lead) * speed, y = 0.0, reading = 0.0;
  double before = speed;
  for (double t = 0.0; t < kLongest && !arm.turned_back(); t += h) {
    y += share * (reading - y);
    const double v = law.cycle(y);
    q += h * v;
    reading = arm.cycle(q + loop.servo_lead * v + loop.servo_lead_square * (v - before) / h);
    before = v;
  }
  return std::max(arm.peak(), touch.press);
}

double speed_for_peak(FirstTouch touch, double force) {
  if (touch_peak(touch) <= force) return touch.speed;
  if (touch.press > force) return 0.0;
  double low = 0.0, high = touch.speed;
  for (int n = 0; n < kSpeedHalvings; ++n) {
    touch.speed = 0.5 * (low + high);
    (touch_peak(touch) <= force ? low : high) = touch.speed;
  }
  return low;
}

namespace {

// The interval of `grid` in which `value` is, and where in it; the ends beyond the grid.
template <std::size_t N>
std::pair<std::size_t, double> place_in(const std::array<double, N>& grid, double value) noexcept {
  std::size_t i = 0;
  while (i + 2 < N && value > grid[i + 1]) ++i;
  return {i, std::clamp((value - grid[i]) / (grid[i + 1] - grid[i]), 0.0, 1.0)};
}

}  // namespace

double TouchSpeeds::at(double press, double deceleration) const noexcept {
  const auto [p, share] = place_in(kPresses, press / force);
  const auto [d, part] = place_in(kDecelerations, deceleration);
  const auto between = [&, column = d, rest = part](std::size_t i) {
    return speed[i][column] + rest * (speed[i][column + 1] - speed[i][column]);
  };
  return std::max(kSlowest, between(p) + share * (between(p + 1) - between(p)));
}

TouchSpeeds touch_speeds(FirstTouch touch, double force) {
  TouchSpeeds speeds;
  speeds.force = force;
  for (std::size_t p = 0; p < TouchSpeeds::kPresses.size(); ++p) {
    for (std::size_t d = 0; d < TouchSpeeds::kDecelerations.size(); ++d) {
      touch.press = TouchSpeeds::kPresses[p] * force;
      touch.deceleration = TouchSpeeds::kDecelerations[d];
      speeds.speed[p][d] = speed_for_peak(touch, force);
    }
  }
  return speeds;
}

}  // namespace limber
