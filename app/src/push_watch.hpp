// Follows a hand's pushes through a run: how far the tool gave way, and when it was back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "cycle_record.hpp"

namespace limber::app {

struct PushOutcome {
  double start = 0.0;           // s
  std::optional<double> end{};  // s; absent: still pushing
  double force = 0.0;           // N, the largest
  bool yields = false;          // the arm followed its law while it was pushed, for a cycle at least
  double peak = 0.0;            // m: how far the tool gave way along the push, from where it was at its start
  double last = 0.0;            // m: how far it is along the push from where nobody had pushed it yet
  double farthest = 0.0;        // m: the largest of that
  double last_away = 0.0;       // s: the last moment it was farther than `near`
  double near = 0.0;            // m: what counts as back
  bool watched = true;          // false: another push began, after the tool had come to stand

  bool came_back() const { return yields && end && last <= near; }
  // s from release until it was back for good.
  double recovery() const { return end ? std::max(0.0, last_away - *end) : 0.0; }
};

// A push that begins before the tool has come back from the one before, or stands, adds to it: both are over when the
// tool is back where it was before the first of them.
class PushWatch {
 public:
  // `near` m counts as back; 0: a tenth of the farthest.
  explicit PushWatch(double near = 0.0) : near_(near) {}

  void add(const CycleRecord& record);
  const std::vector<PushOutcome>& outcomes() const { return outcomes_; }

 private:
  struct Measure {
    Vector3 direction, at_start;  // unit, m: in the base
  };

  void begin(double t, const Vector3& force_B, const Vector3& offset_B, double period);
  bool adds_to_the_last(const Vector3& offset_B, double period) const;
  void measure(std::size_t i, double t, const Vector3& offset_B, bool follows_law);

  double near_;
  bool pushing_ = false;
  Vector3 at_rest_ = Vector3::Zero();  // m: the offset before the first of the pushes that are watched
  Vector3 offset_before_ = Vector3::Zero();
  std::size_t first_watched_ = 0;
  std::vector<Measure> measures_;
  std::vector<PushOutcome> outcomes_;
};

}  // namespace limber::app
