#include "safety/pause.hpp"

#include <utility>

namespace limber {
namespace {

constexpr double kStoodStill = 2e-3;  // rad, m

}  // namespace

Pause::Change Pause::step(bool robot_stands, Supervisor& supervisor, const JointVector& q) noexcept {
  if (!robot_stands) return cancel() && supervisor.run() ? Change::kEnds : Change::kNone;
  if (!supervisor.hold()) return Change::kNone;
  active_ = true;
  began_at_ = q;
  return Change::kBegins;
}

bool Pause::cancel() noexcept { return std::exchange(active_, false); }

bool Pause::stood_still(const JointVector& q) const noexcept {
  return (q - began_at_).cwiseAbs().maxCoeff() <= kStoodStill;
}

}  // namespace limber
