// What of a signal is above a frequency.
#pragma once

#include <cmath>
#include <numbers>

namespace limber::sim {

// Butterworth's high-pass of second order, by the bilinear transform.
class HighPass {
 public:
  HighPass(double frequency, double period) {
    const double w = std::tan(std::numbers::pi * frequency * period);
    gain_ = 1.0 / (1.0 + std::numbers::sqrt2 * w + w * w);
    a1_ = 2.0 * (w * w - 1.0) * gain_;
    a2_ = (1.0 - std::numbers::sqrt2 * w + w * w) * gain_;
  }
  double step(double x) {
    const double y = gain_ * (x - 2.0 * x1_ + x2_) - a1_ * y1_ - a2_ * y2_;
    x2_ = x1_, x1_ = x;
    y2_ = y1_, y1_ = y;
    return y;
  }

 private:
  double gain_, a1_, a2_;
  double x1_ = 0.0, x2_ = 0.0, y1_ = 0.0, y2_ = 0.0;
};

}  // namespace limber::sim
