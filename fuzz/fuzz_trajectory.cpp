// Fuzzes text as a trajectory file, in YAML and in CSV. Accepted input may run and has, at any time, a finite reference
// with a valid rotation, its points as given, and matrices that the law can step with.
#include <Eigen/Cholesky>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "claim.hpp"
#include "compliance/compliant_trajectory.hpp"
#include "limber/configuration.hpp"
#include "motion/reference.hpp"

namespace limber::fuzz {
namespace {

const std::string kSource = "some/file";
constexpr int kSamples = 50;  // over the duration; and the number of points to sample around

bool is_definite(const Matrix6& A) { return A.llt().info() == Eigen::Success; }

// Up to rounding, relative to the largest entry.
bool is_semidefinite(const Matrix6& A) {
  const double rounding = 1e-9 * A.cwiseAbs().maxCoeff() + std::numeric_limits<double>::min();
  return is_definite(A + rounding * Matrix6::Identity());
}

void claim_sample(const CompliantTrajectory& trajectory, double t, std::size_t& cursor) {
  const TrajectorySample now = trajectory.sample(t, cursor);
  const ReferenceSample& r = now.reference;
  const std::string at = std::to_string(t) + " s";
  claim(r.X_BR.p.allFinite() && r.X_BR.R.allFinite(), "a reference's pose is finite", at);
  claim(r.twist.allFinite() && r.acceleration.allFinite(), "a reference's motion is finite", at);
  claim((r.X_BR.R.transpose() * r.X_BR.R - Matrix3::Identity()).norm() < 1e-6, "a reference is on a rotation", at);
  claim(now.wrench.allFinite(), "a wrench is finite", at);
  claim(now.M.allFinite() && now.D.allFinite() && now.K.allFinite(), "compliance is finite", at);
  claim(is_definite(now.M), "a mass is positive definite", at);
  claim(is_semidefinite(now.D) && is_semidefinite(now.K), "D and K are semi-definite", at);
}

void claim_points(const CompliantTrajectory& trajectory, const std::vector<CompliantPoint>& points) {
  std::size_t cursor = 0;
  for (const CompliantPoint& point : points) {
    const Pose now = trajectory.sample(point.time_from_start, cursor).reference.X_BR;
    claim((now.p - point.X_BR.p).norm() < 1e-6, "a trajectory passes through its points");
    claim((now.R - point.X_BR.R).norm() < 1e-5, "a trajectory is turned as its points are");
  }
}

void claim_runs(const config::TrajectoryFile& file) {
  claim(!find_problem(file.points), "what is accepted may run");
  std::optional<CompliantTrajectory> trajectory;
  try {
    trajectory.emplace(file.points, ComplianceParameters{}, file.start_stamp);
  } catch (const TrajectoryError& error) {
    claim_sentence(error.what(), "points[");
    return;
  }
  claim(trajectory->size() == file.points.size(), "every point counts");
  claim_points(*trajectory, file.points);
  std::size_t cursor = 0;
  for (int i = -1; i <= kSamples + 1; ++i) claim_sample(*trajectory, trajectory->duration() * i / kSamples, cursor);
  const int some = std::min(kSamples, static_cast<int>(file.points.size()));
  for (int i = 0; i < some; ++i) {
    const double time = file.points[static_cast<std::size_t>(i)].time_from_start;
    for (const double t : {std::nextafter(time, -1.0), time, std::nextafter(time, 1e9)}) {
      claim_sample(*trajectory, t, cursor);
    }
  }
}

void read_text(std::string_view text) {
  for (const auto parse : {config::parse_trajectory_yaml, config::parse_trajectory_csv}) {
    config::TrajectoryFile file;
    if (accepted(kSource, [&] { file = parse(text, kSource); })) claim_runs(file);
  }
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_text({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
