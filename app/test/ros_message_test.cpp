// The messages of ROS 2 that a recording has are those of its schemas: with a field for every signal of
// limber/signals/*.def.
#include <gtest/gtest.h>

#include <string>

#include "limber/record/schemas.hpp"
#include "page.hpp"

namespace limber::app::test {
namespace {

TEST(RosMessage, EveryMessageOfOursIsTheSchemaOfARecording) {
  for (const std::string& name : record::own_messages()) {
    expect_file("ros2/limber_msgs/msg/" + name + ".msg", record::own_message_text(name));
  }
}

}  // namespace
}  // namespace limber::app::test
