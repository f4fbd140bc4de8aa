#include "old_inputs.hpp"

#include <algorithm>
#include <vector>

namespace limber::soak {

void OldInputs::switch_off() {
  tell("off and on again");
  if (draw_.chance(0.5)) say_everything(true);
  controller_->deactivate();
  active_ = false;
  for (int k = draw_.below(50); k > 0; --k) cycle();
  say_everything(false);
  activate();
  // The lead continues only later: until then the arm must stand. Springs bring a tool back that an old input has
  // moved; it has moved all the same.
  const bool stands = robot_.state().qd.cwiseAbs().maxCoeff() < 1e-6 && !few_joints_;
  const double moved = stand_for_nobody("after activation");
  if (!stands || p_.integrate_from == IntegrateFrom::kMeasured) return;
  tally_.expect(Check::kMovesForNobody, moved, kStays, "m, rad by what was sent before the activation");
}

void OldInputs::say_everything(bool taken) {
  const auto expect = [&](bool answer) {
    tally_.expect(Check::kRefusal, answer == taken, taken ? "refused while active" : "taken while inactive");
  };
  expect(static_cast<bool>(controller_->set_control_wrench(draw_.six(20.0, 1.0))));
  expect(static_cast<bool>(controller_->request(Request::kHold)));
  if (poses_ != nullptr) {
    const Pose X = draw_pose_near(draw_, commanded(), 0.1, 0.2);
    if (may_reach(soaked_.arm, p_, X.p)) expect(static_cast<bool>(poses_->set_desired_pose(X)));
    expect(poses_->set_joint_reference(robot_.q() + JointVector::Constant(robot_.q().size(), 0.05)));
    return;
  }
  const std::vector<CompliantPoint> points = draw_points(draw_, commanded());
  const auto reached = [this](const CompliantPoint& point) { return may_reach(soaked_.arm, p_, point.X_BR.p); };
  if (!std::all_of(points.begin(), points.end(), reached)) return;
  bool answer = true;
  try {
    trajectories_->set_trajectory(points);
  } catch (const TrajectoryError&) {
    answer = false;
  }
  expect(answer);
}

double OldInputs::stand_for_nobody(const char* when) {
  quiet_ = true;
  const Pose X_start = commanded();
  double farthest = 0.0;
  for (const double end = now() + settling_time() - 3.0; now() < end;) {
    cycle();
    farthest = std::max(farthest, difference(X_start, commanded()).norm());
  }
  const Pose X = commanded();
  advance(0.5);
  tally_.expect(Check::kMovesForNobody, difference(X, commanded()).norm(), few_joints_ ? 1e-2 : 10.0 * kCalm, when);
  quiet_ = false;
  return farthest;
}

}  // namespace limber::soak
