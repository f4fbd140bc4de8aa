// Every pair of changes of mode, parameter, reference and frame, under load and in motion: the commanded velocity never
// changes faster than the acceleration limit.
#include <functional>

#include "loop.hpp"
#include "math/so3.hpp"
#include "support/scale.hpp"

namespace limber {
namespace {

using test::IdealRobot;
using test::WatchedLoop;

struct Change {
  const char* what;
  std::function<void(WatchedLoop&)> apply;
};

void with(WatchedLoop& loop, const std::function<void(AdmittanceParameters&)>& change) {
  change(loop.parameters);
  loop.controller.set_parameters(loop.parameters);
}

Pose moved(const WatchedLoop& loop, const Vector3& by, const Vector3& turn) {
  Pose X = loop.robot.tool();
  X.p += by;
  X.R = exp_so3(turn).toRotationMatrix() * X.R;
  return X;
}

std::vector<Change> changes() {
  return {
      {"hold", [](WatchedLoop& l) { l.controller.request(Request::kHold); }},
      {"run", [](WatchedLoop& l) { l.controller.request(Request::kRun); }},
      {"tare", [](WatchedLoop& l) { l.controller.request(Request::kTare); }},
      {"reference here", [](WatchedLoop& l) { l.controller.request(Request::kReferenceHere); }},
      {"free", [](WatchedLoop& l) { with(l, [](auto& p) { p.compliance.stiffness.setZero(); }); }},
      {"stiff",
       [](WatchedLoop& l) {
         with(l, [](auto& p) {
           p.compliance.stiffness = (Vector6() << 800, 300, 800, 50, 20, 50).finished().asDiagonal();
         });
       }},
      {"coupled stiffness",
       [](WatchedLoop& l) {
         with(l, [](auto& p) {
           p.compliance.stiffness = (Vector6() << 300, 300, 300, 20, 20, 20).finished().asDiagonal();
           p.compliance.stiffness(0, 1) = p.compliance.stiffness(1, 0) = 120.0;
           p.compliance.stiffness(2, 4) = p.compliance.stiffness(4, 2) = 20.0;
         });
       }},
      {"heavier",
       [](WatchedLoop& l) {
         with(l, [](auto& p) { p.compliance.mass = Vector6(10, 10, 10, 0.6, 0.6, 0.6).asDiagonal(); });
       }},
      {"lighter",
       [](WatchedLoop& l) {
         with(l, [](auto& p) { p.compliance.mass = (Vector6() << 1, 1, 1, 0.1, 0.1, 0.1).finished().asDiagonal(); });
       }},
      {"ratio 0", [](WatchedLoop& l) { with(l, [](auto& p) { p.compliance.admittance_ratio = 0.0; }); }},
      {"ratio 1", [](WatchedLoop& l) { with(l, [](auto& p) { p.compliance.admittance_ratio = 1.0; }); }},
      {"only z",
       [](WatchedLoop& l) {
         with(l, [](auto& p) { p.compliance.enabled_axes = {false, false, true, false, false, false}; });
       }},
      {"tool frame", [](WatchedLoop& l) { with(l, [](auto& p) { p.frame_id = "tool0"; }); }},
      {"flange frame", [](WatchedLoop& l) { with(l, [](auto& p) { p.frame_id = "flange"; }); }},
      {"base frame", [](WatchedLoop& l) { with(l, [](auto& p) { p.frame_id = "base_link"; }); }},
      {"slower", [](WatchedLoop& l) { with(l, [](auto& p) { p.limits.max_linear_velocity = 0.05; }); }},
      {"filter", [](WatchedLoop& l) { with(l, [](auto& p) { p.wrench.filter_cutoff = 10.0; }); }},
      {"near pose",
       [](WatchedLoop& l) {
         l.controller.set_desired_pose(moved(l, {0.05, -0.05, 0.03}, {0.1, 0.2, 0}));
       }},
      {"far pose",
       [](WatchedLoop& l) {
         l.controller.set_desired_pose(moved(l, {-0.1, 0.15, 0.1}, {0.4, 0, 0.5}));
       }},
      {"moving pose",
       [](WatchedLoop& l) {
         l.controller.set_desired_pose(moved(l, {0, 0.02, 0}, {0, 0, 0}), 0.1 * Vector6::Unit(1));
       }},
      {"velocity interface", [](WatchedLoop& l) { l.robot.by_velocity = true; }},
      {"position interface", [](WatchedLoop& l) { l.robot.by_velocity = false; }},
      {"press", [](WatchedLoop& l) { l.controller.set_control_wrench(-15.0 * Vector6::Unit(2)); }},
  };
}

TEST(EveryPairOfChanges, KeepsTheVelocityContinuous) {
  const std::vector<Change> all = changes();
  for (std::size_t a = 0; a < all.size(); ++a) {
    AdmittanceParameters p = test::compliant_ur(200.0);
    WatchedLoop loop(p);
    loop.robot.push_B = [](const IdealRobot& r) -> Vector6 {
      return (Vector6() << 15 * std::sin(3 * r.time()), 10 * std::cos(2 * r.time()), 6, 0.5,
              0.4 * std::sin(5 * r.time()), 0)
          .finished();
    };
    loop.activate();
    loop.cycles(200);
    for (std::size_t b = 0; b < all.size(); ++b) {
      all[a].apply(loop);
      loop.cycles(7 + static_cast<int>(b) * 3);
      all[b].apply(loop);
      loop.cycles(60);
      loop.controller.request(Request::kResetFault);
      ASSERT_LE(loop.worst_step, 1.0 + 1e-6) << all[a].what << ", then " << all[b].what;
      ASSERT_LT((loop.robot.read().q - loop.last_q).cwiseAbs().maxCoeff(), 1e-9)
          << "the two interfaces disagree after " << all[a].what << ", then " << all[b].what;
    }
    loop.sentences();
  }
}

TEST(Activation, MovesNothingFromRest) {
  WatchedLoop loop(test::compliant_ur(200.0));
  const JointVector start = loop.robot.read().q;
  loop.activate();
  for (int k = 0; k < 500; ++k) EXPECT_LT((loop.cycle().q - start).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Activation, KeepsTheLastCommandOfASaggingServo) {
  WatchedLoop loop(test::compliant_ur(200.0));
  const JointVector commanded = loop.robot.read().q;
  loop.robot.state().q.array() -= 0.01;  // the servo sags; its interface still says `commanded`
  loop.activate();
  EXPECT_LT((loop.cycle().q - commanded).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Activation, IgnoresACommandThatIsNotNearOrNotANumber) {
  for (const double interface : {5.0, std::numeric_limits<double>::quiet_NaN()}) {
    WatchedLoop loop(test::compliant_ur(200.0));
    const JointVector measured = loop.robot.read().q;
    loop.robot.state().q_interface.setConstant(interface);
    ASSERT_TRUE(loop.controller.activate(loop.robot.read()));
    loop.last_q = measured;
    loop.last_qd = JointVector::Zero(6);
    EXPECT_LT((loop.cycle().q - measured).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Activation, InMotionBrakesWithinTheLimits) {
  WatchedLoop loop(test::compliant_ur(200.0));
  loop.robot.state().qd << 0.5, -0.4, 0.3, 0.6, -0.5, 1.0;
  loop.activate();
  loop.cycles(2500);
  EXPECT_LE(loop.worst_step, 1.0 + 1e-6);
  EXPECT_LT(loop.last_qd.cwiseAbs().maxCoeff(), 1e-3);
}

TEST(FarReference, IsApproachedOverItsDurationNotJumpedTo) {
  AdmittanceParameters p = test::compliant_ur(400.0);
  WatchedLoop loop(p);
  loop.activate();
  loop.cycles(500);
  const Pose start = loop.robot.tool();
  Pose target = start;
  target.p.y() += 0.3;
  loop.controller.set_desired_pose(target);
  double fastest = 0.0;
  double arrived = 0.0;
  for (int k = 0; k < 4000; ++k) {
    loop.cycle();
    fastest = std::max(fastest, loop.controller.telemetry().twist_command.head<3>().norm());
    if (arrived == 0.0 && (loop.robot.tool().p - target.p).norm() < 1e-3) arrived = 0.002 * k;
  }
  EXPECT_GT(arrived, 4.0);
  EXPECT_LT(arrived, 6.0);
  EXPECT_NEAR(fastest, 1.875 * 0.3 / 5.0, 0.02);
}

}  // namespace
}  // namespace limber
