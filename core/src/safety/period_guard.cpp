#include "safety/period_guard.hpp"

#include <algorithm>

namespace limber {

double PeriodGuard::bound(double period, double nominal, const SupervisorParameters& supervisor, double time,
                          Fault& fault) noexcept {
  const double longest = supervisor.max_late * nominal;
  const double shortest = 0.01 * nominal;
  if (period > 0.0 && period <= longest) {
    in_a_row_ = 0;
    return std::max(period, shortest);
  }
  ++overruns_;
  ++in_a_row_;
  if (in_a_row_ > supervisor.max_overruns && !supervisor.count_lateness_only) {
    fault = {FaultCode::kOverrun, period, longest, -1, time};
  }
  return period > longest ? longest : nominal;
}

}  // namespace limber
