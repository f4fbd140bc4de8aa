// The arms of a run together, cycle by cycle, and the actions that reach them from a script and from outside.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "run_plan.hpp"
#include "running_arm.hpp"

namespace limber::app {

class Run {
 public:
  // `plan` outlives this.
  Run(const RunPlan& plan, std::vector<std::unique_ptr<RunningArm>> arms);

  // --- the control thread ---
  // False where an arm refuses; its event says why.
  [[nodiscard]] bool activate();
  // One cycle of every arm; false when the time is over.
  bool cycle();
  void deactivate();

  // --- one other thread, or the same ---
  const RunPlan& plan() const { return *plan_; }
  const std::vector<std::unique_ptr<RunningArm>>& arms() const { return arms_; }
  double time() const { return arms_.front()->time(); }  // s, of the simulation
  std::vector<NamedParameters> parameters() const;
  // Those that the action is for. A reset for all is for those that have a fault, if any has.
  std::vector<RunningArm*> arms_for(const Action& action) const;
  // Why an arm cannot do it now, a sentence each. No controller is touched.
  std::vector<std::string> refusals_of(const Action& action) const;
  // Does what is due of the script; returns what was refused, a sentence each.
  std::vector<std::string> play();
  // Begins an action that somebody sends, and goes on with it if it lasts: by every arm that it is for, or by none.
  // Returns what was refused, a sentence each.
  std::vector<std::string> act(const Action& action);

 private:
  std::vector<std::string> perform(const Action& action, double t);

  const RunPlan* plan_;
  std::vector<std::unique_ptr<RunningArm>> arms_;
  ScriptPlayer player_;
  long cycles_ = 0;
};

}  // namespace limber::app
