// What is measured. Each function adds its group to the report; `share` (0..1) of the full number of cycles is run.
#pragma once

#include <string>

#include "report.hpp"

namespace limber::bench {

void measure_cycles(Report& report, double share);
void measure_instructions(Report& report, double share);
void measure_counts(Report& report, double share);
void measure_parts(Report& report, double share);
void measure_paced(Report& report, double share);
void measure_interference(Report& report, double share);
void measure_law(Report& report, double share);
void measure_handover(Report& report, double share);
void measure_scaling(Report& report, double share);
void measure_simulation(Report& report, double share);
void measure_rendering(Report& report, double share);
void measure_led_step(Report& report, double share);
void measure_walls(Report& report, double share);
void measure_press(Report& report, double share);
void measure_touch(Report& report, double share);

}  // namespace limber::bench
