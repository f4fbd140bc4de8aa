// The conditioning of an arm, over some hundred postures.
#pragma once

#include "limber/arm.hpp"

namespace limber {

// The same postures every time. Allocates; not for the control thread.
Conditioning conditioning_of(const Arm& arm);

}  // namespace limber
