// What is measured: a controller and the arm it moves, cycle by cycle. Whoever only runs it need not know what an arm
// is.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace limber::bench {

inline constexpr double kRate = 500.0;  // Hz
inline constexpr double kPeriod = 1.0 / kRate;

class ControlledArm {
 public:
  virtual ~ControlledArm() = default;

  // The robot did what it was told, and tells what it feels `period` seconds later.
  virtual void move(double period) = 0;
  // The cycle.
  virtual void update() = 0;

  // --- also from one other thread ---
  virtual bool take_record() = 0;
  // Other parameters than those it has, and the first ones the next time.
  virtual void change_parameters() = 0;

  virtual bool ran() const = 0;
  virtual std::string note() const = 0;  // what it did
};

// "a", "a-hand", "a-coupled", "a-box": AdmittanceController on a UR5e; "b": CartesianAdmittanceController on a
// trajectory that outlasts `cycles`; "c": VariableStiffnessController on an OpenManipulator-X; "kdl": the same work as
// "a" by plain KDL solvers. Throws std::invalid_argument for other names. `rate` (Hz) is the nominal one.
std::unique_ptr<ControlledArm> make_controlled_arm(const std::string& name, long cycles, double rate = kRate);
const std::vector<std::string>& controlled_arm_names();

// A, B, C, KDL: what tables call it.
std::string title(const std::string& name);

}  // namespace limber::bench
