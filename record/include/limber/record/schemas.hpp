// The texts of the messages in a recording, as ROS 2 has them: a field is a line, and what a message uses follows it.
#pragma once

#include <string>
#include <vector>

namespace limber::record {

// "sensor_msgs/msg/JointState" with the texts of all that it uses, for a schema of the encoding "ros2msg". Throws
// RecordError for a type that is not known here.
std::string schema_text(const std::string& type);

// The text of one message of ours alone, as it stands in ros2/limber_msgs/msg/<name>.msg.
std::string own_message_text(const std::string& name);
// Their names.
std::vector<std::string> own_messages();

}  // namespace limber::record
