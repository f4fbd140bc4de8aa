// What may happen to a controller: drawn readings, requests and changes.
#pragma once

#include <array>
#include <cmath>
#include <random>

#include "limber/admittance_parameters.hpp"
#include "limber/event.hpp"
#include "limber/robot.hpp"

namespace limber::record::test {

inline AdmittanceParameters soft() {
  AdmittanceParameters p;
  p.ft_frame = "ft_frame";
  p.frame_id = "base_link";
  p.supervisor.stiffness_ramp_time = 0.1;
  return p;
}

struct Chance {
  std::mt19937 random;
  bool one_in(int n) { return std::uniform_int_distribution<int>(1, n)(random) == 1; }
  double within(double most) { return std::uniform_real_distribution<double>(-most, most)(random); }
  Vector3 vector(double most) { return {within(most), within(most), within(most)}; }
  Vector6 wrench(double force, double torque) {
    Vector6 F;
    F << vector(force), vector(torque);
    return F;
  }
};

// Readings and periods that no robot should report, now and then.
inline void spoil(Chance& chance, RobotState& state, double& period) {
  if (chance.one_in(400)) state.F_S_S[2] = std::nan("");
  if (chance.one_in(400)) state.q[1] += 0.5;
  if (chance.one_in(600)) state.qd[0] = std::nan("");
  if (chance.one_in(300)) state.joint_stamp -= 0.05;
  if (chance.one_in(200)) period *= 3.0;
  if (chance.one_in(2000)) period = -1.0;
  if (chance.one_in(3000)) state.q.resize(2);
}

template <class Session>
void ask(Chance& chance, Session& session) {
  constexpr std::array kRequests{Request::kHold, Request::kRun,           Request::kTare,
                                 Request::kRun,  Request::kReferenceHere, Request::kTareAnyway};
  if (chance.one_in(150)) session.request(kRequests[static_cast<std::size_t>(chance.random() % kRequests.size())]);
  if (chance.one_in(40)) session.request(Request::kResetFault);
}

inline void change(Chance& chance, AdmittanceParameters& p) {
  const double K = chance.one_in(3) ? 0.0 : 200.0 + chance.within(150.0);
  p.compliance.stiffness = (Vector6() << K, K, 300.0, 20, 20, 20).finished().asDiagonal();
  p.wrench.filter_cutoff = 40.0 + chance.within(20.0);
}

}  // namespace limber::record::test
