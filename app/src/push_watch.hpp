// Follows a hand's pushes through a run: how far the tool gave way, and when it was back.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "cycle_record.hpp"

namespace limber::app {

struct PushOutcome {
  double start = 0.0;           // s
  std::optional<double> end{};  // s; absent: still pushing
  double force = 0.0;           // N, the largest
  double peak = 0.0;            // m: the largest deflection along the push
  double last = 0.0;            // m: the deflection at the end of the watch
  double last_away = 0.0;       // s: the last moment it was farther than `near`
  double near = 0.0;            // m: what counts as back

  bool came_back() const { return end && last <= near; }
  // s from release until it was back for good.
  double recovery() const { return end ? std::max(0.0, last_away - *end) : 0.0; }
};

class PushWatch {
 public:
  // `near` m counts as back; 0: a tenth of the peak.
  explicit PushWatch(double near = 0.0) : near_(near) {}

  void add(const CycleRecord& record);
  const std::vector<PushOutcome>& outcomes() const { return outcomes_; }

 private:
  double near_;
  bool pushing_ = false;
  Vector3 direction_ = Vector3::Zero();  // unit, in the base
  Vector3 offset_at_start_ = Vector3::Zero();
  std::vector<PushOutcome> outcomes_;
};

}  // namespace limber::app
