// The parent's own program: code that Limber's warnings would refuse.
#include <limber/limber.hpp>

int main() {
  int never_used_and_narrowed = 2.5f;
  return limber::Vector6::Zero().norm() == 0.0 ? 0 : 1;
}
