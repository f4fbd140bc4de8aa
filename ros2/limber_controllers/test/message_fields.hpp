// The numbers of a message by the names of core's telemetry: tank.level is tank_level, q.2 is q[1], error.rx is
// error[3], p_command.x is p_command.x.
#pragma once

#include <map>
#include <rosidl_typesupport_introspection_cpp/field_types.hpp>
#include <rosidl_typesupport_introspection_cpp/identifier.hpp>
#include <rosidl_typesupport_introspection_cpp/message_introspection.hpp>
#include <rosidl_typesupport_introspection_cpp/message_type_support_decl.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "limber/telemetry.hpp"

namespace limber_controllers::test {

struct MessageFields {
  std::map<std::string, double> numbers;
  std::map<std::string, std::vector<std::string>> words;  // of a text, or of several
};

class FieldReader {
 public:
  template <typename Message>
  static MessageFields read(const Message& message) {
    const auto* support = rosidl_typesupport_introspection_cpp::get_message_type_support_handle<Message>();
    FieldReader reader;
    reader.add_members(*static_cast<const Members*>(support->data), &message, "");
    return reader.fields_;
  }

 private:
  using Members = rosidl_typesupport_introspection_cpp::MessageMembers;
  using Member = rosidl_typesupport_introspection_cpp::MessageMember;

  void add_members(const Members& members, const void* message, const std::string& before) {
    for (std::uint32_t i = 0; i < members.member_count_; ++i) {
      const Member& member = members.members_[i];
      if (before.empty() && std::string(member.name_) == "header") continue;
      add(member, static_cast<const char*>(message) + member.offset_, before + member.name_);
    }
  }

  void add(const Member& member, const void* at, const std::string& name) {
    namespace types = rosidl_typesupport_introspection_cpp;
    if (member.type_id_ == types::ROS_TYPE_MESSAGE) {
      add_members(*static_cast<const Members*>(member.members_->data), at, name + ".");
    } else if (member.type_id_ == types::ROS_TYPE_STRING) {
      const auto* texts = static_cast<const std::vector<std::string>*>(at);
      fields_.words[name] = member.is_array_ ? *texts : std::vector{*static_cast<const std::string*>(at)};
    } else if (!member.is_array_) {
      fields_.numbers[name] = number(member, at);
    } else {
      for (std::size_t i = 0; i < member.size_function(at); ++i) {
        const bool axes = member.array_size_ == 6 && !member.is_upper_bound_;
        const std::string part = axes ? limber::signals::kAxes[i] : std::to_string(i + 1);
        fields_.numbers[name + "." + part] = number(member, member.get_const_function(at, i));
      }
    }
  }

  static double number(const Member& member, const void* at) {
    namespace types = rosidl_typesupport_introspection_cpp;
    switch (member.type_id_) {
      case types::ROS_TYPE_DOUBLE:
        return *static_cast<const double*>(at);
      case types::ROS_TYPE_INT64:
        return static_cast<double>(*static_cast<const std::int64_t*>(at));
      case types::ROS_TYPE_UINT32:
        return static_cast<double>(*static_cast<const std::uint32_t*>(at));
      case types::ROS_TYPE_BOOLEAN:
        return *static_cast<const bool*>(at) ? 1.0 : 0.0;
      default:
        throw std::runtime_error(std::string(member.name_) + " has a type that this test does not know");
    }
  }

  MessageFields fields_;
};

}  // namespace limber_controllers::test
