// Stops an arm with fewer than six joints that creeps although nothing moves it. Springs may pull it towards an
// orientation that its joints cannot reach. What they can do of that motion then goes on at an almost constant, low
// speed, for minutes or hours. An arm that still comes nearer slows down with the time constant of its springs and is
// not stopped.
#pragma once

#include <algorithm>

namespace limber {

class Creep {
 public:
  void reset() noexcept { *this = Creep(); }

  // One cycle of h s. `quiet`: nothing but springs moves the arm; `speed`: of its fastest joint, rad/s or m/s;
  // `slowest_spring`: s, the longest time constant of the springs. True while the arm must stand.
  bool step(bool quiet, double speed, double slowest_spring, double h) noexcept {
    if (!quiet || speed > kCreeps) {
      reset();
    } else if (!stands_) {
      watched_for_ += h;
      const double half = 0.5 * std::max(kPatience, 3.0 * slowest_spring);
      double& peak = watched_for_ <= half ? first_peak_ : second_peak_;
      peak = std::max(peak, speed);
      if (watched_for_ >= 2.0 * half) {
        const bool creeps = second_peak_ > 0.5 * first_peak_;
        reset();
        stands_ = creeps;
      }
    }
    return stands_;
  }

 private:
  static constexpr double kCreeps = 0.02;    // rad/s, m/s
  static constexpr double kPatience = 10.0;  // s

  double watched_for_ = 0.0;                     // s
  double first_peak_ = 0.0, second_peak_ = 0.0;  // rad/s, m/s: in each half of this time
  bool stands_ = false;
};

}  // namespace limber
