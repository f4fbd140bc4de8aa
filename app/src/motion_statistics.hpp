// The numbers of an arm that moves in positions, gathered cycle by cycle: states, forces, path, pushes, limits.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "arm_report.hpp"
#include "cycle_record.hpp"
#include "cycle_tallies.hpp"
#include "json.hpp"
#include "push_watch.hpp"

namespace limber::app {

// The true contact force against the one asked for.
struct HeldForceStatistics {
  Deviations deviations;   // N
  double force_sum = 0.0;  // N

  void add(double force, double asked);
  std::string words() const;
  Json json() const;  // null where there is no sample
};

class MotionStatistics {
 public:
  // The axes of C in which a spring holds the path.
  explicit MotionStatistics(const std::array<bool, 3>& stiff_axes) : stiff_axes_(stiff_axes) {}

  void add(const CycleRecord& record);
  // `beside_contact_force`: words after the largest one.
  std::vector<SummaryRow> rows(const std::string& beside_contact_force) const;
  // The same numbers, as members of `summary`.
  void describe(Json& summary) const;
  double duration() const { return last_.telemetry.time; }

 private:
  void add_force(const CycleRecord& record);
  void add_path(const CycleRecord& record);
  std::vector<SummaryRow> push_rows() const;

  std::array<bool, 3> stiff_axes_;
  CycleRecord last_;
  long cycles_ = 0;
  TimesIn<SupervisorState, 5> states_;
  double largest_contact_ = 0.0;  // N
  double steady_press_ = 0.0;     // s that the press has been the same and the tool on the surface
  double moving_time_ = 0.0;      // s that the reference has been moving
  HeldForceStatistics pressing_, following_;
  Deviations path_;  // m
  PushWatch pushes_;
  std::array<long, kLimitNames.size()> limited_{}, conflicts_{};
};

}  // namespace limber::app
