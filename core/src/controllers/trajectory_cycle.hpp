// The reference of controller B: timed compliant trajectories. It takes, starts, follows and abandons them.
#pragma once

#include <optional>
#include <vector>

#include "compliance/compliant_trajectory.hpp"
#include "controllers/compliant_cycle.hpp"
#include "rt/handover.hpp"

namespace limber {

class TrajectoryCycle : public CompliantCycle {
 public:
  TrajectoryCycle(const Arm& arm, const AdmittanceParameters& parameters);
  ~TrajectoryCycle() override;

  void set_trajectory(const std::vector<CompliantPoint>& points, double start_stamp);
  void set_parameters(const AdmittanceParameters& parameters) override;

 private:
  void take_reference() noexcept override;
  void step_lead() noexcept override;
  std::uint64_t references_given() const noexcept override { return given_; }
  std::uint64_t references_taken() const noexcept override { return taken_; }
  void drop_reference() noexcept override;
  void empty_ports() noexcept override;
  bool reference_live() const noexcept override { return running_ != nullptr; }
  void law_stopped() noexcept override;
  void resumed() noexcept override;
  void frame_changed() noexcept override { law_stopped(); }

  // A trajectory that was handed in, the number of this input, and the C of its poses.
  struct HandedIn : CompliantTrajectory {
    using CompliantTrajectory::CompliantTrajectory;
    std::uint64_t word = 0;
    std::uint64_t number = 0;  // of all that were handed in, from 1
    ComplianceFrame frame;
  };

  void consider(const HandedIn* next) noexcept;
  void start(const HandedIn* next, double elapsed, std::uint64_t word) noexcept;
  void start_pending() noexcept;
  bool pending_is_due() const noexcept;
  void begin(const HandedIn* next, double elapsed) noexcept;
  double left() const noexcept;
  TrajectorySample sample_now() noexcept;
  ReferenceSample paced(ReferenceSample sample) const noexcept;
  void lead_wrench(const Vector6& F_C) noexcept;
  void tell_done(const Pose& last) noexcept;
  void drop_wrench() noexcept;
  void lead_compliance(const TrajectorySample& sample) noexcept;
  void retire(const HandedIn*& trajectory) noexcept;

  // Reference and matrices at the start of a trajectory whose first point is elsewhere.
  struct LeadIn {
    ReferenceSample from;
    Matrix6 M, D, K;
    double begins = 0.0, ends = 0.0;  // s, trajectory time
  };

  ComplianceParameters compliance_;  // used by the other thread, for points without compliance
  std::uint64_t given_ = 0;          // used by the other thread
  Handover<HandedIn> trajectory_in_;
  std::uint64_t taken_ = 0;
  const HandedIn* running_ = nullptr;
  const HandedIn* pending_ = nullptr;  // starts later, or when a paused robot continues
  double pending_elapsed_ = 0.0;       // s of it that were over when it was handed in
  std::optional<LeadIn> lead_in_;
  double elapsed_ = 0.0;  // s of the running trajectory
  std::size_t cursor_ = 0;
  bool done_ = false;
  bool leads_compliance_ = false;
  bool leads_wrench_ = false;
  std::uint64_t wrench_word_ = 0;  // a control wrench with a higher number replaces that of the trajectory
  bool abandoned_ = false;         // the reference stays with the arm until the law is followed again
};

}  // namespace limber
