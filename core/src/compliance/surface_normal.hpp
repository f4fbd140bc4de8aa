// The normal n of the surface that a press touches, in the base, and how well it is known.
//
// A tool that slides on a surface moves across its normal, and what it feels is normal force plus friction against the
// motion. So each millimetre of path t (a unit vector) gives two measurements, whatever the friction:
//
//   t · n = 0        (f × t) · n = 0      f: mean force on this millimetre
//
// A tool that rests shows nothing but a cone around its force. n is estimated by a Kalman filter whose uncertainty
// grows with the path, because surfaces curve, and not with time: where nothing slides, n stays. A force beside the
// contact, such as a hand's, contradicts the path, or is not the friction so far, and is rejected.
#pragma once

#include "limber/types.hpp"

namespace limber {

class SurfaceNormal {
 public:
  // A new contact: n is near `n` (a unit vector), by the friction cone.
  void begin(const Vector3& n) noexcept;
  // One cycle in contact. moved_B: m, motion of the surface point under the tool, the deflection of the surface taken
  // out; deflected: m, what was taken out (it has the error of the stiffness); force_B: N, on the tool; noise: m, of
  // moved_B.
  void step(const Vector3& moved_B, double deflected, const Vector3& force_B, double noise) noexcept;

  // `ahead`: m of path that the tool has gone since what step() was told, because that was low-passed.
  Vector3 value(double ahead) const noexcept;
  // rad: one standard deviation, in the direction that is known least.
  double uncertainty() const noexcept;

 private:
  // What is collected for one measurement.
  struct PathStep {
    Vector3 way = Vector3::Zero();    // m
    double deflected = 0.0;           // m
    Vector3 force = Vector3::Zero();  // N, over the cycles
    double cycles = 0.0;
  };

  bool measure(const Vector3& across, double variance) noexcept;
  bool hand_helps(const Vector3& force, double length) noexcept;
  void learn(const PathStep& step, double noise) noexcept;
  Vector3 turned_by(double way) const noexcept;
  Matrix3 across_normal() const noexcept;

  Vector3 n_ = Vector3::UnitZ();
  Matrix3 P_ = Matrix3::Zero();  // rad²
  Vector3 t_ = Vector3::Zero();  // direction of the last step of the path
  double curvature_ = 0.0;       // rad/m: how n turns towards t
  PathStep step_;
  double path_ = 0.0;          // m since the touch
  double contradicted_ = 0.0;  // m of path that contradicts n
  double fitted_ = 0.0;        // m of path since the touch that fitted
  double friction_ = 0.0;      // mean coefficient on the path
};

}  // namespace limber
