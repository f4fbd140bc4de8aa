// `limber push-test`, from outside: both signs are told apart.
#include <gtest/gtest.h>

#include "program.hpp"

namespace limber::app::test {
namespace {

std::string sensor_of_sign(int sign) {
  return temporary_file("sign.yaml", "c:\n  ros__parameters: {ft_frame: ft_frame, wrench_sign: " +
                                         std::to_string(sign) + "}\nlimber: {robot: ur5e}\n");
}

TEST(PushTest, ConfirmsTheRightSign) {
  const Outcome test = run_program("push-test " + sensor_of_sign(1));
  EXPECT_EQ(test.exit_code, 0) << test.output;
  EXPECT_TRUE(test.says("wrench_sign: 1 is right")) << test.output;
}

TEST(PushTest, FindsTheWrongSign) {
  const Outcome test = run_program("push-test " + sensor_of_sign(-1));
  EXPECT_EQ(test.exit_code, 1) << test.output;
  EXPECT_TRUE(test.says("wrong: set wrench_sign: 1")) << test.output;
}

}  // namespace
}  // namespace limber::app::test
