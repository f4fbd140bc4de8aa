// Fills a MatrixStore, finding what is there already.
#pragma once

#include <cstring>
#include <string_view>
#include <unordered_map>

#include "compliance/matrix_store.hpp"

namespace limber {

class MatrixCollector {
 public:
  using Index = MatrixStore::Index;

  // The same index for an equal matrix; exactly symmetric.
  Index add(const Matrix6& matrix);
  // The geodesic between two that were added, or kStraight where they need none or have none.
  Index add_geodesic(Index from, Index to);
  const MatrixStore& store() const noexcept { return store_; }
  // What was collected, with no room to spare.
  MatrixStore finish();

 private:
  struct Hash {
    std::size_t operator()(const Matrix6& A) const noexcept {
      return std::hash<std::string_view>()({reinterpret_cast<const char*>(A.data()), sizeof(Matrix6)});
    }
  };
  struct Same {  // bit for bit, so that equal means equal hashes too
    bool operator()(const Matrix6& A, const Matrix6& B) const noexcept {
      return std::memcmp(A.data(), B.data(), sizeof(Matrix6)) == 0;
    }
  };

  MatrixStore store_;
  std::unordered_map<Matrix6, Index, Hash, Same> matrices_;
  std::unordered_map<std::uint64_t, Index> geodesics_;  // by `from` and `to`
};

}  // namespace limber
