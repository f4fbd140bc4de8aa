// Checks symmetry and definiteness of 6 x 6 matrices; names the wrong entry or eigenvalue.
#pragma once

#include <vector>

#include "limber/configuration.hpp"

namespace limber::config {

// `numbers`: 6 (diagonal) or 36 values, all finite.
void check_definite(const ParameterDescriptor& descriptor, const std::vector<double>& numbers,
                    std::vector<ParameterProblem>& problems);

}  // namespace limber::config
