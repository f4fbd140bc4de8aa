// A timed compliant-frame trajectory: where the reference R is at any time, how fast, with which wrench and how
// compliant. Checked and prepared outside the control thread; sampled inside it.
//
// Poses are interpolated on SE(3) (motion/pose_segment.hpp): with a quintic where both ends of a segment give an
// acceleration, else a cubic. Compliance goes along definite_path.hpp, wrenches straight. Pose, twist, wrench and
// compliance are continuous; acceleration is where both segments at a point are quintic.
//
//   const CompliantTrajectory trajectory(points, parameters.compliance);
//   std::size_t cursor = 0;
//   const TrajectorySample now = trajectory.sample(t, cursor);
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "compliance/matrix_store.hpp"
#include "limber/admittance_parameters.hpp"
#include "limber/compliant_point.hpp"
#include "motion/pose_segment.hpp"
#include "motion/reference.hpp"

namespace limber {

struct TrajectorySample {
  ReferenceSample reference;
  Vector6 wrench = Vector6::Zero();  // F_control at C, in C: N, N m; 0 where none is asked for
  // False where neither end of the segment asks for any: the parameters count, as they are now, and M, D, K are what
  // they were when the trajectory was made.
  bool has_compliance = false;
  Matrix6 M = Matrix6::Identity();  // kg, kg m²
  Matrix6 D = Matrix6::Identity();  // N s/m, N m s/rad: the sum with the arm damping
  Matrix6 K = Matrix6::Zero();      // N/m, N m/rad
};

class CompliantTrajectory {
 public:
  // Throws TrajectoryError. What points leave open comes from `parameters`: mass and stiffness are theirs, and damping
  // is total_damping() of them with what the point gives put in. `start_stamp` is in s of the robot's clock; 0: as soon
  // as it is taken.
  CompliantTrajectory(const std::vector<CompliantPoint>& points, const ComplianceParameters& parameters,
                      double start_stamp = 0.0);

  double start_stamp() const noexcept { return start_stamp_; }
  double first_time() const noexcept { return knots_.front().time; }  // s since the start, of the first point
  double duration() const noexcept { return knots_.back().time; }     // s since the start, of the last point
  std::size_t size() const noexcept { return knots_.size(); }
  std::size_t bytes() const noexcept;  // on the heap

  // At t s since the start. Before the first point the first point as it moves: lead_in() leads there. From the last
  // point on its pose at rest, its wrench and its compliance. `cursor` is the caller's, from call to call; any value
  // works, the last one makes it fast. No allocation, no eigen-solver.
  TrajectorySample sample(double t, std::size_t& cursor) const noexcept;

 private:
  using Index = MatrixStore::Index;
  // A point and what lies between it and the next.
  struct Knot {
    double time;  // s
    ReferenceSample reference;
    SegmentOrder order;
    bool has_compliance;  // it or the next point asks for some
    Index wrench;
    Index M, D, K;                             // of the point
    Index M_geodesic, D_geodesic, K_geodesic;  // to the next
  };

  void place_references(const std::vector<CompliantPoint>& points);
  void place_wrenches(const std::vector<CompliantPoint>& points);
  void place_compliance(const std::vector<CompliantPoint>& points, const ComplianceParameters& parameters);
  std::size_t find_knot(double t, std::size_t guess) const noexcept;

  double start_stamp_;
  std::vector<Knot> knots_;
  std::vector<Vector6> wrenches_;  // runs of equal ones kept once
  MatrixStore matrices_;
};

}  // namespace limber
