// URDFs of random arms: 1 to 8 joints of every type about any axis, with fixed links in between.
#pragma once

#include <random>
#include <string>

namespace limber::test {

// From link "base" to link "tip".
std::string generated_urdf(int joints, std::mt19937& random);

}  // namespace limber::test
