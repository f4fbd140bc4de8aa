// The control in a thread of its own, everything else in this one. Whatever is thrown in either, both end first.
#pragma once

#include <functional>
#include <string>

#include "limber/real_time.hpp"

namespace limber::app {

// Calls `cycle` `rate` times a second (Hz), until it returns false, and `look` here, 200 times a second; once `look`
// returns false, the control ends too. `say` gets what the machine is set up for. Throws what one of them threw.
LoopReport run_in_real_time(double rate, const std::function<bool()>& cycle, const std::function<bool()>& look,
                            const std::function<void(const std::string&)>& say);

}  // namespace limber::app
