/// @file
/// All of the control library: arms, controllers, parameters, telemetry, real time.
#pragma once

#include "limber/admittance_controller.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/arm.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/compliant_controller.hpp"
#include "limber/compliant_point.hpp"
#include "limber/configuration.hpp"
#include "limber/contact_stability.hpp"
#include "limber/event.hpp"
#include "limber/input_counts.hpp"
#include "limber/lock_free.hpp"
#include "limber/path_report.hpp"
#include "limber/real_time.hpp"
#include "limber/robot.hpp"
#include "limber/telemetry.hpp"
#include "limber/types.hpp"
#include "limber/variable_stiffness_controller.hpp"
#include "limber/variable_stiffness_parameters.hpp"
