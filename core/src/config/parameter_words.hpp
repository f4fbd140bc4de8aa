// Names, units and values of parameters as they stand in sentences.
#pragma once

#include <string>

#include "limber/configuration.hpp"

namespace limber::config {

// admittance.mass[2], or admittance.mass(1,2) in a full matrix; the key alone for element -1.
std::string element_name(const ParameterDescriptor& descriptor, int element, std::size_t count);
// The unit of that element where linear and angular ones differ; "" where a matrix mixes them.
std::string element_unit(const ParameterDescriptor& descriptor, int element, std::size_t count);
// "6 numbers", or the descriptor's own words.
std::string length_words(const ParameterDescriptor& descriptor);
// to_yaml, cut to what a sentence can hold.
std::string shown_value(const ParameterValue& value);

}  // namespace limber::config
