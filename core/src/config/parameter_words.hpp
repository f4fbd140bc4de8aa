// Names, units and values of parameters for sentences.
#pragma once

#include <string>

#include "limber/configuration.hpp"

namespace limber::config {

// admittance.mass[2], or admittance.mass(1,2) in a full matrix; the key alone for element -1.
std::string element_name(const ParameterDescriptor& descriptor, int element, std::size_t count);
// The unit of that element if linear and angular units differ; "" for matrix elements with mixed units.
std::string element_unit(const ParameterDescriptor& descriptor, int element, std::size_t count);
// "6 numbers", or `length_words` of the descriptor.
std::string length_words(const ParameterDescriptor& descriptor);
// to_yaml, shortened for a sentence.
std::string shown_value(const ParameterValue& value);

}  // namespace limber::config
