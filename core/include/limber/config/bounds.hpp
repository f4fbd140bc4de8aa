// The range a number must lie in, and how to say it: above(0).to(10) is "above 0 and at most 10".
#pragma once

#include <limits>
#include <string>

namespace limber::config {

struct Bounds {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  bool low_open = false;   // low itself is out
  bool high_open = false;  // high itself is out
  bool minus_infinity = false;
  bool plus_infinity = false;

  constexpr Bounds to(double most) const { return with_high(most, false); }
  constexpr Bounds below(double end) const { return with_high(end, true); }
  constexpr Bounds or_infinity() const {
    Bounds b = *this;
    b.plus_infinity = true;
    return b;
  }
  constexpr Bounds or_minus_infinity() const {
    Bounds b = *this;
    b.minus_infinity = true;
    return b;
  }

  bool contains(double value) const;  // false for NaN, and for an infinity not allowed
  // "above 0 and at most 10, or .inf"; "finite" where there is no bound.
  std::string words() const;

 private:
  constexpr Bounds with_high(double value, bool open) const {
    Bounds b = *this;
    b.high = value;
    b.high_open = open;
    return b;
  }
};

constexpr Bounds from(double least) {
  Bounds b;
  b.low = least;
  return b;
}
constexpr Bounds above(double start) {
  Bounds b = from(start);
  b.low_open = true;
  return b;
}
constexpr Bounds within(double magnitude) { return from(-magnitude).to(magnitude); }

}  // namespace limber::config
