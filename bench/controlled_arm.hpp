// What is measured: a controller and the arm it moves, cycle by cycle.
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

  // The robot executes the last command; its next reading is `period` seconds later.
  virtual void move(double period) = 0;
  virtual void update() = 0;

  // --- also from one other thread ---
  virtual bool take_record() = 0;
  // Changes to other parameters, and back at the next call.
  virtual void change_parameters() = 0;

  virtual bool ran() const = 0;
  virtual std::string note() const = 0;  // a summary of the run
};

// "a", "a-hand", "a-coupled", "a-box": AdmittanceController on a UR5e; "b": CartesianAdmittanceController on a
// trajectory longer than `cycles`; "c": VariableStiffnessController on an OpenManipulator-X; "kdl": the work of "a"
// with plain KDL solvers. Throws std::invalid_argument for other names. `rate`: nominal rate, Hz.
std::unique_ptr<ControlledArm> make_controlled_arm(const std::string& name, long cycles, double rate = kRate);
const std::vector<std::string>& controlled_arm_names();

// Name in tables: A, B, C, KDL.
std::string title(const std::string& name);

}  // namespace limber::bench
