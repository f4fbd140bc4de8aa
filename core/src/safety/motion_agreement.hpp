// Compares position and velocity of each joint: both must show the same motion. If one of them has not changed by a bit
// for longer than `stale_timeout`, and the other, which changes, shows that the joint moved, it is frozen until it
// changes. If neither has changed and they contradict each other, one of them is frozen until either changes. Coarse
// encoders repeat their readings too, but not over such a distance.
#pragma once

#include <array>

#include "limber/event.hpp"
#include "limber/types.hpp"

namespace limber {

class MotionAgreement {
 public:
  void start(const JointVector& q, const JointVector& qd) noexcept;
  // One reading, `passed` s after the last one. The fault names the first joint with a frozen reading.
  // `has_velocities`: a velocity of exactly 0 is measured; otherwise the robot may not report velocities.
  Fault step(const JointVector& q, const JointVector& qd, bool has_velocities, double passed, double stale_timeout,
             double time) noexcept;
  bool position_frozen(std::size_t i) const noexcept { return joints_[i].position.frozen || joints_[i].both.frozen; }
  bool velocity_frozen(std::size_t i) const noexcept { return joints_[i].velocity.frozen || joints_[i].both.frozen; }
  // A person confirms joints whose readings say that they stand: these are checked anew.
  void trust_standing(double stale_timeout) noexcept;

 private:
  struct Reading {
    double value = 0.0;
    double age = 0.0;  // s since a bit changed
    double gap = 0.0;  // rad, m within about the last second that the other reading shows and this one does not
    bool frozen = false;

    bool changes(double now) noexcept;
    void add(double missed, double passed) noexcept;
  };
  struct Joint {
    Reading position, velocity;
    Reading both;  // value: unused

    void step(double q, double qd, bool has_velocity, double passed, double stale_timeout) noexcept;
    bool frozen() const noexcept { return position.frozen || velocity.frozen || both.frozen; }
  };
  std::array<Joint, kMaxJoints> joints_{};
};

}  // namespace limber
