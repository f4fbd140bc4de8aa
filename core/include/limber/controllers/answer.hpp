// What a controller answers when something is handed to it: taken, or why not, with the number that was read and the
// one that is allowed. Made without allocation; sentence() puts it into words.
#pragma once

#include <string>

#include "limber/arm/reach.hpp"
#include "limber/motion/reference.hpp"
#include "limber/types.hpp"

namespace limber {

struct Answer {
  enum class Code {
    kTaken,
    kInactive,    // nothing acts before activation, and nothing is kept for it
    kQueueFull,   // value: how many wait
    kNotFinite,   // value at index
    kTooLarge,    // value at index beyond limit
    kNoRotation,  // value: how far off unit length and right angles, limit: allowed
    kMirrored,    // value: the determinant
    kOutOfReach,  // value: how far the position is out of reach at least, limit: how far the arm reaches
  };
  Code code = Code::kTaken;
  const char* what = "";  // "desired pose: position", with static storage
  int index = 0;          // of its numbers
  double value = 0.0;
  double limit = 0.0;
  const char* unit = "";

  explicit operator bool() const noexcept { return code == Code::kTaken; }
};

// One sentence.
std::string sentence(const Answer& answer);

// Whether a desired pose of C, with its twist and acceleration, may be anybody's: finite, a rotation, within
// TrajectoryBounds.
Answer check_target(const ReferenceSample& target) noexcept;
// Whether its position is one that the arm may reach with C there: outside of the sphere by more than 1 mm it is
// refused.
Answer check_in_reach(const ReachSphere& reach, const Vector3& p_BR) noexcept;
// Whether a quaternion is finite and of unit length.
Answer check_quaternion(const Quaternion& q) noexcept;
// The same of F_control.
Answer check_control_wrench(const Vector6& F_C) noexcept;

}  // namespace limber
