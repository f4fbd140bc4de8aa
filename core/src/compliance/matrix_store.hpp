// The matrices of a trajectory and the geodesics between them, each stored once even if many points repeat it: six
// numbers and their logarithms for a diagonal, 36 for a full matrix, a geodesic only between two positive definite ones
// that are not both diagonal.
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
  // `geodesic` belongs to these two, or is kStraight; diagonals need none. Exactly the ends at s = 0 and 1.
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
