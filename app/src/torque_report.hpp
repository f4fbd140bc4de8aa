// What is seen of a torque arm: phases of its cycle, path, stiffness, torques, waypoints.
#pragma once

#include <string>
#include <vector>

#include "arm_report.hpp"
#include "cycle_tallies.hpp"
#include "limber/telemetry.hpp"
#include "torque_arm.hpp"

namespace limber::app {

class TorqueReport : public ArmReport {
 public:
  // `arm` outlives this. Throws ConfigError where the CSV file cannot be written as it was asked for.
  TorqueReport(TorqueArm& arm, const CsvOptions& csv);

  void collect(const Say& say) override;
  std::string status_words() const override;
  std::string status() const override;
  std::vector<SummaryRow> rows() const override;
  void describe(Json& json) const override;

 private:
  void add(const StiffnessTelemetry& t);
  long waypoints_refused() const { return last_.waypoints_refused + arm_->waypoints_refused(); }

  TorqueArm* arm_;
  StiffnessTelemetry last_;
  TimesIn<CyclePhase, 6> phases_;
  long cycles_ = 0, limited_ = 0;
  Deviations path_;                        // m: tool from its reference while it moves along the path
  double softest_ = 1e9, stiffest_ = 0.0;  // N/m
  double fastest_rise_ = 0.0;              // N/m/s
  double smallest_singular_value_ = 1e9;
  double largest_torque_ = 0.0;  // N m
};

}  // namespace limber::app
