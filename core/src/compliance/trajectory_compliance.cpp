// The compliance of every point of a trajectory; values that it does not give come from the parameters.
#include <fmt/format.h>

#include <map>

#include "compliance/compliant_trajectory.hpp"
#include "compliance/dynamics.hpp"
#include "compliance/matrix_collector.hpp"
#include "math/law_matrix.hpp"

namespace limber {
namespace {

using Index = MatrixStore::Index;

struct Matrices {
  Index M, D, K;
};

class ComplianceResolver {
 public:
  ComplianceResolver(const ComplianceParameters& parameters, MatrixCollector& collector)
      : parameters_(parameters), collector_(collector) {}

  Matrices resolve(const PointCompliance& asked, std::size_t point) {
    const Index M = collector_.add(symmetric(asked.mass.value_or(parameters_.mass)));
    const Index K = collector_.add(symmetric(asked.stiffness.value_or(parameters_.stiffness)));
    const Index given = asked.damping ? collector_.add(symmetric(*asked.damping)) : kDerived;
    // Deriving damping needs an eigenvalue solver: once per combination.
    const auto [known, is_new] = dampings_.try_emplace({M, K, given}, kDerived);
    if (is_new) known->second = collector_.add(damping_of(asked, M, K, point));
    return {M, known->second, K};
  }

 private:
  static constexpr Index kDerived = MatrixStore::kStraight;  // not the index of a matrix

  Matrix6 damping_of(const PointCompliance& asked, Index M, Index K, std::size_t point) const {
    ComplianceParameters combined = parameters_;
    combined.mass = collector_.store().at(M);
    combined.stiffness = collector_.store().at(K);
    if (asked.damping) combined.damping = symmetric(*asked.damping);
    const Matrix6 D = symmetric(total_damping(combined));
    if (asked.damping) refuse_undamped(D, point);
    return D;
  }

  // Only for damping that the point gives: derived damping is never zero, and the parameters were checked.
  void refuse_undamped(const Matrix6& D, std::size_t point) const {
    const std::vector<int> axes = undamped_axes(D, parameters_.enabled_axes);
    if (!axes.empty()) {
      throw TrajectoryError(
          fmt::format("points[{}].damping leaves {} undamped (0, with {}); an enabled axis must be damped", point,
                      kAxisNames[static_cast<std::size_t>(axes.front())], arm_damping_words()));
    }
    if (has_undamped_direction(D, parameters_.enabled_axes)) {
      throw TrajectoryError(
          fmt::format("points[{}].damping with {} has an eigenvalue of 0; every direction of the enabled "
                      "axes must be damped",
                      point, arm_damping_words()));
    }
  }
  const char* arm_damping_words() const { return parameters_.arm_damping ? "arm_damping" : "no arm_damping"; }

  const ComplianceParameters& parameters_;
  MatrixCollector& collector_;
  std::map<std::array<Index, 3>, Index> dampings_;  // by mass, stiffness and given damping
};

}  // namespace

void CompliantTrajectory::place_compliance(const std::vector<CompliantPoint>& points,
                                           const ComplianceParameters& parameters) {
  MatrixCollector collector;
  ComplianceResolver resolver(parameters, collector);
  const Matrices own = resolver.resolve({}, 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Matrices asked = points[i].compliance.any() ? resolver.resolve(points[i].compliance, i) : own;
    Knot& knot = knots_[i];
    knot.M = asked.M;
    knot.D = asked.D;
    knot.K = asked.K;
    knot.M_geodesic = knot.D_geodesic = knot.K_geodesic = MatrixStore::kStraight;
    knot.has_compliance = points[i].compliance.any() || (i + 1 < points.size() && points[i + 1].compliance.any());
  }
  for (std::size_t i = 0; i + 1 < knots_.size(); ++i) {
    const Knot& next = knots_[i + 1];
    knots_[i].M_geodesic = collector.add_geodesic(knots_[i].M, next.M);
    knots_[i].D_geodesic = collector.add_geodesic(knots_[i].D, next.D);
    knots_[i].K_geodesic = collector.add_geodesic(knots_[i].K, next.K);
  }
  matrices_ = collector.finish();
}

}  // namespace limber
