// The rows of the servo.
#include "config/admittance_schema.hpp"

namespace limber::config {

AdmittanceTable servo_table() {
  return {
      row(LIMBER_MEMBER(servo.lag),
          {.key = "servo.lag",
           .unit = "s",
           .noun = "a lag",
           .bounds = from(0).to(0.2),
           .description = "Time constant with which the robot follows position commands; 0: not known, or none."}),
      row(LIMBER_MEMBER(servo.delay), {.key = "servo.delay",
                                       .unit = "s",
                                       .noun = "a delay",
                                       .bounds = from(0).to(0.1),
                                       .description = "Dead time before the robot follows a command."}),
      row(LIMBER_MEMBER(servo.lead),
          {.key = "servo.lead",
           .description =
               "Whether commands are ahead by lag, delay and half a period, so that the arm makes the motion "
               "of the law. A delay counts up to the lag; without a lag: no lead. Change it while the arm stands."}),
  };
}

}  // namespace limber::config
