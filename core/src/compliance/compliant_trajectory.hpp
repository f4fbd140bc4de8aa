// A timed trajectory of the compliance frame: pose and twist of the reference R, wrench and compliance over time.
// Checked and prepared outside the control thread; sampled inside it.
//
// Poses are interpolated on SE(3) (motion/pose_segment.hpp): with a quintic if both ends of a segment give an
// acceleration, otherwise with a cubic. Compliance follows definite_path.hpp, wrenches are linear. Pose, twist, wrench
// and compliance are continuous; acceleration is continuous if both segments at a point are quintic.
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
  Vector6 wrench = Vector6::Zero();  // F_control at C, in C: N, N m; 0 if none is given
  // False if neither end of the segment gives a compliance: then the current parameters apply, and M, D, K are those of
  // the parameters when the trajectory was made.
  bool has_compliance = false;
  Matrix6 M = Matrix6::Identity();  // kg, kg m²
  Matrix6 D = Matrix6::Identity();  // N s/m, N m s/rad: including the arm damping
  Matrix6 K = Matrix6::Zero();      // N/m, N m/rad
};

class CompliantTrajectory {
 public:
  // Throws TrajectoryError. What the points do not give comes from `parameters`: mass, stiffness, and the damping of
  // total_damping() with the values of the point. `start_stamp`: s on the clock of the robot; 0: at once.
  CompliantTrajectory(const std::vector<CompliantPoint>& points, const ComplianceParameters& parameters,
                      double start_stamp = 0.0);

  double start_stamp() const noexcept { return start_stamp_; }
  double first_time() const noexcept { return knots_.front().time; }  // s from the start to the first point
  double duration() const noexcept { return knots_.back().time; }     // s from the start to the last point
  std::size_t size() const noexcept { return knots_.size(); }
  std::size_t bytes() const noexcept;  // on the heap

  // The sample at t s after the start. Before the first point: the first point with its twist (lead_in() leads there).
  // After the last point: its pose at rest, its wrench and its compliance. `cursor` belongs to the caller; any value
  // works, that of the last call is fast. No allocation, no eigenvalue solver.
  TrajectorySample sample(double t, std::size_t& cursor) const noexcept;

 private:
  using Index = MatrixStore::Index;
  // A point, and the segment to the next point.
  struct Knot {
    double time;  // s
    ReferenceSample reference;
    SegmentOrder order;
    bool has_compliance;  // this point or the next gives a compliance
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
  std::vector<Vector6> wrenches_;  // equal neighbours are stored once
  MatrixStore matrices_;
};

}  // namespace limber
