// An arm that is led along an easy path, cycle by cycle: by joints, poses with or without twists, one pose, or a
// trajectory.
#pragma once

#include <memory>
#include <utility>

#include "arm_follows.hpp"
#include "draw.hpp"
#include "drawn_parameters.hpp"
#include "episode.hpp"
#include "joint_path.hpp"
#include "limber/admittance_controller.hpp"
#include "limber/cartesian_admittance_controller.hpp"
#include "limber/telemetry.hpp"
#include "motion_watch.hpp"
#include "position_robot.hpp"
#include "story.hpp"

namespace limber::soak {

// What leads the reference, and which data it gives.
enum class Lead { kNobody, kJoints, kPosesAndTwists, kPoses, kOnePose, kTrajectory };

// A law that returns to its reference within seconds, sensors without noise, and everything else random.
AdmittanceParameters draw_lively(Draw& draw, const SoakArm& soaked);

class LedArm {
 public:
  LedArm(const EpisodeOptions& options, Tally& tally, Progress& progress);
  virtual ~LedArm() = default;

 protected:
  double h() const { return 1.0 / p_.update_rate; }
  double now() const { return robot_.state().time; }
  template <typename... Args>
  void tell(fmt::format_string<Args...> text, const Args&... args) const {
    story_.tell<Args...>(now(), progress_.cycle, text, args...);
  }

  void activate();
  // Sends the pose of R at the end of this cycle.
  virtual void lead(double period);
  bool moves() const;
  void ask(Request request);
  // The commanded motion; what is sent may be ahead of it.
  Pose commanded() const { return soaked_.arm.pose(moved_.q, soaked_.arm.tip()); }

  template <typename Spoil>
  void cycle(double period, Spoil&& spoil) {
    ++progress_.cycle;
    lead(period);
    robot_.step(command_, period);
    RobotState state = robot_.state();
    spoil(state);
    moved_ = command_ = controller_->update(state, period);
    for (const JointVector* part : {&command_.q, &command_.qd}) sum_.add(*part);
    ++tally_.cycles;
    tally_.seconds += period;
    // A late cycle, a robot at another pace, a false reading: the arm is not where its lead brings it.
    if (period > 1.01 * h() || robot_.speed_scaling != 1.0 || state.q != robot_.state().q) follows_.doubt();
    if (active_) watch(period);
  }
  void cycle() {
    cycle(h(), [](RobotState&) {});
  }
  void advance(double seconds) {
    for (const double end = now() + seconds; now() < end;) cycle();
  }

  Tally& tally_;
  Progress& progress_;
  Draw draw_;
  SoakArm soaked_;
  AdmittanceParameters p_;
  JointPath path_;
  PositionRobot robot_;
  MotionWatch motion_;
  ArmFollows follows_;
  Story story_;
  std::function<void(long, Command&, Telemetry&)> tamper_;
  std::unique_ptr<CompliantController> controller_;
  AdmittanceController* poses_ = nullptr;
  CartesianAdmittanceController* trajectories_ = nullptr;
  Lead lead_ = Lead::kNobody;
  Command command_;  // sent to the robot
  Command moved_;    // the motion
  Checksum sum_;
  bool few_joints_ = false;
  bool active_ = false;
  bool pushed_ = false;          // since activation something may have given it an offset that stays
  bool sent_ = false;            // the one pose, or the trajectory
  bool quiet_ = false;           // the lead sends nothing
  bool held_by_limits_ = false;  // an event reported it
  bool goes_ = true;             // moves along the path
  double t_ = 0.0;               // s, of the path
  JointVector aside_;            // rad: offset of leading joints from the path
  Pose X_stands_;                // pose of the tool wanted by the lead

 private:
  void draw_lead();
  // To the start of the path and along it to its end, where it rests.
  void send_trajectory();
  // A stop abandons a trajectory, even a finished one: it must be sent again to continue.
  void see_stop(const Telemetry& record);
  bool stopped() const;
  void watch(double period);
  Pose nudged(const Pose& X) { return draw_pose_near(draw_, X, 0.02, 0.05); }
};

}  // namespace limber::soak
