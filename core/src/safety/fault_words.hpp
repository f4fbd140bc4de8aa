// Parts of a fault's sentence, for controllers that stop in their own way.
#pragma once

#include <string>
#include <string_view>

#include "limber/event.hpp"

namespace limber {

// Whether the fault is a force or torque above its limit or, up to three times, beyond the range of the sensor. The arm
// gives way to it.
bool is_too_much_force(const Fault& fault) noexcept;

// "name: what was found, what is allowed; outcome". `joint`: that of fault.index, null if unknown. Allocates.
std::string fault_sentence(const Fault& fault, const Joint* joint, std::string_view outcome);

}  // namespace limber
