// Injects faults into a reading.
#include "limber/sim/faults.hpp"

#include <limits>

namespace limber::sim {

namespace {

// True `left` times.
bool count_down(int& left) {
  if (left <= 0) return false;
  --left;
  return true;
}

}  // namespace

void apply_faults(Faults& faults, const RobotState& previous, RobotState& reading) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if (faults.freeze_joints || faults.drop_joints) {
    reading.q = previous.q;
    reading.qd = previous.qd;
    reading.effort = previous.effort;
    if (faults.drop_joints) reading.joint_stamp = previous.joint_stamp;
  }
  if (faults.freeze_wrench || faults.drop_wrench) {
    reading.F_S_S = previous.F_S_S;
    if (faults.drop_wrench) reading.wrench_stamp = previous.wrench_stamp;
  }
  if (count_down(faults.spikes)) reading.F_S_S += faults.spike;
  if (count_down(faults.nan_wrench)) reading.F_S_S.setConstant(kNan);
  if (count_down(faults.nan_joints)) {
    reading.q.setConstant(kNan);
    reading.qd.setConstant(kNan);
    reading.effort.setConstant(kNan);
  }
}

}  // namespace limber::sim
