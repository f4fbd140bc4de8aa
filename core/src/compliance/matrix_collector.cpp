// Stores each matrix and each geodesic once.
#include "compliance/matrix_collector.hpp"

#include "math/law_matrix.hpp"

namespace limber {

MatrixCollector::Index MatrixCollector::add(const Matrix6& matrix) {
  const auto [known, is_new] = matrices_.try_emplace(matrix, static_cast<Index>(store_.places_.size()));
  if (!is_new) return known->second;
  if (is_diagonal(matrix)) {
    store_.places_.push_back({static_cast<Index>(store_.diagonals_.size()), true});
    store_.diagonals_.push_back({matrix.diagonal(), matrix.diagonal().array().log()});
  } else {
    store_.places_.push_back({static_cast<Index>(store_.full_.size()), false});
    store_.full_.push_back(matrix);
  }
  return known->second;
}

MatrixCollector::Index MatrixCollector::add_geodesic(Index from, Index to) {
  if (from == to || store_.are_diagonal(from, to)) return MatrixStore::kStraight;
  const std::uint64_t pair = std::uint64_t{from} << 32 | to;
  const auto [known, is_new] = geodesics_.try_emplace(pair, MatrixStore::kStraight);
  if (!is_new) return known->second;
  if (const std::optional<Geodesic> geodesic = find_geodesic(store_.at(from), store_.at(to))) {
    known->second = static_cast<Index>(store_.geodesics_.size());
    store_.geodesics_.push_back(*geodesic);
  }
  return known->second;
}

MatrixStore MatrixCollector::finish() {
  store_.places_.shrink_to_fit();
  store_.diagonals_.shrink_to_fit();
  store_.full_.shrink_to_fit();
  store_.geodesics_.shrink_to_fit();
  return std::move(store_);
}

}  // namespace limber
