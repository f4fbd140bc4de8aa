// The conditioning of an arm, over 400 postures.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// The postures are the same in every call. Allocates; not for the control thread.
Conditioning conditioning_of(const Arm& arm);

}  // namespace limber
