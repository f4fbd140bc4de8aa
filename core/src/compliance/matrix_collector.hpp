// Fills a MatrixStore without duplicates.
#pragma once

#include <cstring>
#include <string_view>
#include <unordered_map>

#include "compliance/matrix_store.hpp"

namespace limber {

class MatrixCollector {
 public:
  using Index = MatrixStore::Index;

  // Equal matrices get the same index. The matrix must be exactly symmetric.
  Index add(const Matrix6& matrix);
  // The geodesic between two added matrices, or kStraight if they need none or have none.
  Index add_geodesic(Index from, Index to);
  const MatrixStore& store() const noexcept { return store_; }
  // The result, without spare capacity.
  MatrixStore finish();

 private:
  struct Hash {
    std::size_t operator()(const Matrix6& A) const noexcept {
      return std::hash<std::string_view>()({reinterpret_cast<const char*>(A.data()), sizeof(Matrix6)});
    }
  };
  struct Same {  // bitwise, so that equal matrices have equal hashes
    bool operator()(const Matrix6& A, const Matrix6& B) const noexcept {
      return std::memcmp(A.data(), B.data(), sizeof(Matrix6)) == 0;
    }
  };

  MatrixStore store_;
  std::unordered_map<Matrix6, Index, Hash, Same> matrices_;
  std::unordered_map<std::uint64_t, Index> geodesics_;  // by `from` and `to`
};

}  // namespace limber
