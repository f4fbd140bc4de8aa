// Core's telemetry as messages, field by field.
#pragma once

#include <control_msgs/msg/admittance_controller_state.hpp>
#include <geometry_msgs/msg/pose.hpp>
#include <limber_msgs/msg/admittance_state.hpp>
#include <limber_msgs/msg/variable_stiffness_state.hpp>

#include "limber/admittance_parameters.hpp"
#include "limber/compliant_controller.hpp"
#include "limber/telemetry.hpp"

namespace limber_controllers {

void fill(limber_msgs::msg::AdmittanceState& message, const limber::Telemetry& t);
void fill(limber_msgs::msg::VariableStiffnessState& message, const limber::StiffnessTelemetry& t);

// The message of ros2_controllers' own admittance controller, as far as it has a place for what happened.
void fill(control_msgs::msg::AdmittanceControllerState& message, const limber::Telemetry& t,
          const limber::AdmittanceParameters& parameters, const limber::FittedCompliance& fitted);

// How far C is from its reference: m along the base's axes, rad about them.
geometry_msgs::msg::Twist error_in_base(const limber::Telemetry& t);

geometry_msgs::msg::Point to_point(const limber::Vector3& p);
geometry_msgs::msg::Quaternion to_quaternion(const limber::Quaternion& q);
geometry_msgs::msg::Twist to_twist(const limber::Vector6& v);
geometry_msgs::msg::Wrench to_wrench(const limber::Vector6& F);

limber::Vector3 from_point(const geometry_msgs::msg::Point& p);
limber::Quaternion from_quaternion(const geometry_msgs::msg::Quaternion& q);
limber::Vector6 from_twist(const geometry_msgs::msg::Twist& twist);
limber::Vector6 from_wrench(const geometry_msgs::msg::Wrench& wrench);

}  // namespace limber_controllers
