#include "wrench/contact_estimate.hpp"

#include <gtest/gtest.h>

namespace limber {
namespace {

TEST(ContactEstimate, BeginsWithItsFirstReadingAndFollowsTheNextWithTenHertz) {
  ContactEstimate contact;
  EXPECT_FALSE(contact.valid());
  contact.step(4.0 * Vector6::Unit(0), 0.002);
  EXPECT_TRUE(contact.valid());
  EXPECT_EQ(contact.F_B()[0], 4.0);
  // A step of 1 N, a time constant of 1 / (2 pi 10) s later: 1 - 1/e of it.
  const double time_constant = 1.0 / (20.0 * 3.14159265358979);
  const double h = time_constant / 1000.0;
  for (int k = 0; k < 1000; ++k) contact.step(5.0 * Vector6::Unit(0), h);
  EXPECT_NEAR(contact.F_B()[0], 4.0 + 1.0 - std::exp(-1.0), 1e-9);
}

TEST(ContactEstimate, ThatIsNotValidIsZeroAndRemembersNothing) {
  ContactEstimate contact;
  contact.step(4.0 * Vector6::Unit(0), 0.002);
  contact.invalidate();
  EXPECT_FALSE(contact.valid());
  EXPECT_TRUE(contact.F_B().isZero(0.0));
  contact.step(7.0 * Vector6::Unit(0), 0.002);
  EXPECT_EQ(contact.F_B()[0], 7.0);
}

}  // namespace
}  // namespace limber
