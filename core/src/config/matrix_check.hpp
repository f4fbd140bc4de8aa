// Symmetry and definiteness of 6 x 6 matrices, with the offending entry or eigenvalue named.
#pragma once

#include <vector>

#include "limber/configuration.hpp"

namespace limber::config {

// `numbers` are 6 or 36 finite ones.
void check_definite(const ParameterDescriptor& descriptor, const std::vector<double>& numbers,
                    std::vector<ParameterProblem>& problems);

}  // namespace limber::config
