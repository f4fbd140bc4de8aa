#include "compliance/press_alignment.hpp"

#include <algorithm>

#include "math/so3.hpp"

namespace limber {
namespace {

constexpr double kGain = 10.0;             // 1/s: k; slower than a servo of 30 ms
constexpr double kTurnAcceleration = 5.0;  // rad/s²: of ω
constexpr double kAligned = 1e-5;          // rad: a smaller φ is dropped

Vector3 within(const Vector3& v, double most) noexcept { return v.norm() > most ? Vector3(most / v.norm() * v) : v; }

}  // namespace

void PressAlignment::step(const Vector3& axis, const Vector3& n, bool known, double rate, double h) noexcept {
  if (!known && !acts_) return;
  acts_ = true;
  const Vector3 wanted = within(kGain * (known ? Vector3(axis.cross(-n)) : Vector3(-phi_)), rate);
  const Vector3 change = within(wanted - velocity_, kTurnAcceleration * h);
  acceleration_ = change / h;
  velocity_ += change;
  turned_ = (exp_so3(h * velocity_) * turned_).normalized();
  phi_ = log_so3(turned_);
  if (!known && phi_.norm() < kAligned && velocity_.norm() < kAligned) reset();
}

}  // namespace limber
