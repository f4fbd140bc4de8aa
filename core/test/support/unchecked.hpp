// A controller that takes settings bound by the test, without checks.
#pragma once

#include "controllers/compliant_cycle.hpp"
#include "controllers/torque_cycle.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/variable_stiffness_controller.hpp"

namespace limber::test {

template <typename Controller>
struct Unchecked : Controller {
  using Controller::Controller;

  template <typename Settings>
  void set_settings(const Settings& settings) {
    this->cycle_->set_settings(settings);
  }
};

}  // namespace limber::test
