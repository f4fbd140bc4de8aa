// Checks that a matrix is symmetric and positive (semi-)definite, as the matrices of the law must be.
#include "config/matrix_check.hpp"

#include "config/stored_value.hpp"
#include "math/law_matrix.hpp"

namespace limber::config {

void check_definite(const ParameterDescriptor& d, const std::vector<double>& numbers,
                    std::vector<ParameterProblem>& problems) {
  const auto problem = find_indefiniteness(matrix_of(numbers), d.key, d.definite == Definite::kPositive);
  if (problem) problems.push_back({d.key, problem->element, problem->sentence});
}

}  // namespace limber::config
