// The matrices of a trajectory and the ways between them, each kept once however many points repeat it: six numbers and
// their logarithms for a diagonal, 36 for a full matrix, a geodesic only where two full positive definite ones meet.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "compliance/definite_path.hpp"
#include "limber/types.hpp"

namespace limber {

class MatrixStore {
 public:
  using Index = std::uint32_t;
  static constexpr Index kStraight = std::numeric_limits<Index>::max();

  Matrix6 at(Index matrix) const noexcept;
  // `geodesic` is of these two, or kStraight; diagonals need none. Exactly the ends at s = 0 and 1.
  Matrix6 between(Index from, Index to, Index geodesic, double s) const noexcept;

  bool are_diagonal(Index from, Index to) const noexcept { return places_[from].diagonal && places_[to].diagonal; }
  std::size_t bytes() const noexcept;  // on the heap

 private:
  friend class MatrixCollector;
  struct Place {
    Index index;
    bool diagonal;
  };

  std::vector<Place> places_;
  std::vector<LogDiagonal> diagonals_;
  std::vector<Matrix6> full_;
  std::vector<Geodesic> geodesics_;
};

}  // namespace limber
