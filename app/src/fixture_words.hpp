// Virtual fixtures in words and as JSON.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "json.hpp"
#include "limber/admittance_parameters.hpp"

namespace limber::app {

using FixtureList = std::array<FixtureParameters, kMaxFixtures>;

// A line for each that is on: "fixture_1 keeps C behind the plane through (0, 0, 0.2) m with the normal (0, 0, -1):
// 5000 N/m, 300 N s/m".
std::vector<std::string> fixture_lines(const FixtureList& fixtures);
// An object for each that is on.
Json fixtures_as_json(const FixtureList& fixtures);

}  // namespace limber::app
