// The mass-spring-damper in closed form with complex roots: independent of the library's real forms.
#pragma once

#include <cmath>
#include <complex>

namespace limber::test {

// Position of m x'' + d x' + k x = f from (x0, v0) at time t.
inline double closed_form(double m, double d, double k, double f, double x0, double v0, double t) {
  using Complex = std::complex<long double>;
  if (k == 0.0) {
    const long double rate = static_cast<long double>(d) / m;
    const long double v_end = static_cast<long double>(f) / d;
    return static_cast<double>(x0 + v_end * t + (v0 - v_end) * -std::expm1(-rate * t) / rate);
  }
  const Complex discriminant = std::sqrt(Complex(static_cast<long double>(d) * d - 4.0L * m * k));
  const Complex r1 = (-static_cast<long double>(d) + discriminant) / (2.0L * m);
  const Complex r2 = (-static_cast<long double>(d) - discriminant) / (2.0L * m);
  const long double rest = static_cast<long double>(f) / k;
  const Complex c1 = (Complex(v0) - r2 * Complex(x0 - rest)) / (r1 - r2);
  const Complex c2 = Complex(x0 - rest) - c1;
  const long double time = t;
  return static_cast<double>(rest + (c1 * std::exp(r1 * time) + c2 * std::exp(r2 * time)).real());
}

}  // namespace limber::test
