// What the section `limber:` of a configuration may hold, map by map: the one list that the readers and
// docs/configuration_program.md use.
#pragma once

#include <vector>

#include "config/section_schema.hpp"

namespace limber::app {

// s: nothing happens later than a day after the start.
inline constexpr double kLatest = 86400.0;

// Of the controllers admittance and cartesian_admittance.
const config::SectionSchema& program_schema();
const std::vector<config::SectionSchema>& script_schemas();  // one for each kind of action
const config::ParameterDescriptor& script_time();            // of every action of a script
const config::SectionSchema& phase_schema();
const config::SectionSchema& held_force_schema();

// Of the controller variable_stiffness.
const config::SectionSchema& torque_program_schema();
const config::SectionSchema& drive_schema();
const std::vector<config::SectionSchema>& torque_script_schemas();
const config::SectionSchema& waypoint_file_schema();

// Rows of these tables.
config::ParameterDescriptor number_row(const char* key, const config::Bounds& bounds, const char* unit,
                                       std::string default_words, const char* description);
config::ParameterDescriptor vector_row(const char* key, std::vector<std::size_t> lengths, double magnitude,
                                       const char* unit, std::string default_words, const char* description);
config::ParameterDescriptor flag_row(const char* key, std::string default_words, const char* description);
config::ParameterDescriptor text_row(const char* key, std::vector<std::string> choices, std::string default_words,
                                     const char* description);

}  // namespace limber::app
