// Uses the installed library from outside: all of its public headers, a compiled part, and code that our own warnings
// would refuse, because they must not reach whoever uses the library.
#include <limber/limber.hpp>
#ifdef WITH_SIMULATION
#include <limber/sim/simulated_arm.hpp>
#include <limber/sim/world.hpp>
#endif

int main() {
  int never_used_and_narrowed = 2.5f;
  limber::Exchange<limber::Vector6> exchange;
  exchange.write(limber::Vector6::Constant(3.0));
  double sum = 0.0;
  limber::PeriodicLoop loop;
  loop.run(1000.0, [&](double) { return (sum += exchange.latest()[0]) < 9.0; });
  return loop.report().cycles == 3 ? 0 : 1;
}
