// Controller B: compliance along a timed trajectory of the compliance frame. Each point may say how heavy,
// how damped and how stiff the arm is there, and with which wrench it presses.
#pragma once

#include <optional>
#include <vector>

#include "limber/compliance/compliant_trajectory.hpp"
#include "limber/controllers/compliant_controller.hpp"
#include "limber/rt/handover.hpp"

namespace limber {

class CartesianAdmittanceController : public CompliantController {
 public:
  // Throws ArmError where the parameters do not fit the arm, which must outlive this.
  CartesianAdmittanceController(const Arm& arm, const AdmittanceParameters& parameters);
  ~CartesianAdmittanceController() override;

  // --- one other thread ---
  // From `start_stamp` on (s, by the robot's clock; 0: at once) in place of the one that runs, without a step: the
  // reference goes from where it is to the first point. Throws TrajectoryError, with a sentence, for points that cannot
  // be, or while inactive, and the old one goes on; whether it comes in time is an event. One that comes while the
  // robot is paused begins when the robot goes on.
  void set_trajectory(std::vector<CompliantPoint> points, double start_stamp = 0.0);
  void set_parameters(const AdmittanceParameters& parameters) override;

 private:
  void take_reference() noexcept override;
  void lead_reference() noexcept override;
  void drop_reference() noexcept override;
  void empty_ports() noexcept override;
  bool reference_live() const noexcept override { return running_ != nullptr; }
  void law_stopped() noexcept override;
  void resumed() noexcept override;
  void frame_changed() noexcept override { law_stopped(); }

  // A trajectory, which word of the other thread it was, and whose poses it gives.
  struct Said : CompliantTrajectory {
    using CompliantTrajectory::CompliantTrajectory;
    std::uint64_t word = 0;
    ComplianceFrame frame;
  };

  void consider(const Said* next) noexcept;
  void start(const Said* next, double elapsed, std::uint64_t word) noexcept;
  void start_pending() noexcept;
  bool pending_is_due() const noexcept;
  void begin(const Said* next, double elapsed) noexcept;
  double left() const noexcept;
  TrajectorySample sample_now() noexcept;
  ReferenceSample paced(ReferenceSample sample) const noexcept;
  void lead_wrench(const Vector6& F_C) noexcept;
  void tell_done(const Pose& last) noexcept;
  void drop_wrench() noexcept;
  void lead_compliance(const TrajectorySample& sample) noexcept;
  void retire(const Said*& trajectory) noexcept;

  // Where the reference and the matrices were when a trajectory began that starts elsewhere.
  struct LeadIn {
    ReferenceSample from;
    Matrix6 M, D, K;
    double begins = 0.0, ends = 0.0;  // s of the trajectory's time
  };

  ComplianceParameters compliance_;  // the other thread's: what points leave open
  Handover<Said> trajectory_in_;
  const Said* running_ = nullptr;
  const Said* pending_ = nullptr;  // starts later, or when a paused robot goes on
  double pending_elapsed_ = 0.0;   // s of it that were past when it was handed in
  std::optional<LeadIn> lead_in_;
  double elapsed_ = 0.0;  // s of the running trajectory
  std::size_t cursor_ = 0;
  bool done_ = false;
  bool leads_compliance_ = false;
  bool leads_wrench_ = false;
  std::uint64_t wrench_word_ = 0;  // a control wrench said after this one takes the trajectory's place
  bool abandoned_ = false;         // the reference follows the arm until it stands
};

}  // namespace limber
