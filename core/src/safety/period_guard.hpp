// The period to step with. A period that is not positive or NaN is replaced by the nominal one; it is bounded to 0.01
// nominal periods from below and to `max_late` from above. Too many in a row that are replaced or too long are a fault.
#pragma once

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"

namespace limber {

class PeriodGuard {
 public:
  void start() noexcept { *this = PeriodGuard(); }
  // All in seconds; `time` by the robot's clock. Sets `fault` if there were too many in a row.
  double bound(double period, double nominal, const SupervisorParameters& supervisor, double time,
               Fault& fault) noexcept;
  long overruns() const noexcept { return overruns_; }

 private:
  int in_a_row_ = 0;
  long overruns_ = 0;
};

}  // namespace limber
