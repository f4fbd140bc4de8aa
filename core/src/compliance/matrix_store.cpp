// Returns matrices and interpolates between them.
#include "compliance/matrix_store.hpp"

namespace limber {

Matrix6 MatrixStore::at(Index matrix) const noexcept {
  const Place place = places_[matrix];
  if (place.diagonal) return diagonals_[place.index].value.asDiagonal();
  return full_[place.index];
}

Matrix6 MatrixStore::between(Index from, Index to, Index geodesic, double s) const noexcept {
  if (from == to || !(s > 0.0)) return at(from);
  if (s >= 1.0) return at(to);
  if (are_diagonal(from, to)) {
    const LogDiagonal& a = diagonals_[places_[from].index];
    const LogDiagonal& b = diagonals_[places_[to].index];
    return limber::between(a, b, s).asDiagonal();
  }
  if (geodesic != kStraight) return geodesics_[geodesic].at(s);
  return (1.0 - s) * at(from) + s * at(to);
}

std::size_t MatrixStore::bytes() const noexcept {
  return places_.capacity() * sizeof(Place) + diagonals_.capacity() * sizeof(LogDiagonal) +
         full_.capacity() * sizeof(Matrix6) + geodesics_.capacity() * sizeof(Geodesic);
}

}  // namespace limber
