// The nearest points of surfaces against those that sampling finds, and the force of a ball there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limber/sim/scene.hpp"
#include "support/scale.hpp"
#include "surface_contact.hpp"
#include "surface_shapes.hpp"

namespace limber::sim {
namespace {

constexpr double kBall = 0.01;  // m

const std::vector<std::string> kShapeNames{"plane", "cylinder", "sphere", "sine"};  // as random_surface() counts

class SurfaceShape : public testing::TestWithParam<int> {
 protected:
  // A point less than a ball and a half away from a random one of the surface.
  Vector3 near(const Surface& surface) {
    const double u = random_between(random, -0.9, 0.9), v = random_between(random, -0.9, 0.9);
    const Vector3 p_B = point_of(surface, u, v);
    Vector3 way_B;
    do way_B = random_vector(random, 1.4 * kBall);
    while (way_B.norm() > 1.4 * kBall);
    return p_B + way_B;
  }
  std::mt19937_64 random{static_cast<std::uint64_t>(100 + GetParam())};
};

TEST_P(SurfaceShape, IsAsFarAwayAsItsNearestSample) {
  for (int k = 0; k < test::scaled(200); ++k) {
    const Surface surface = random_surface(random, GetParam());
    const Vector3 p_B = near(surface);
    const SurfacePoint found = nearest_point(surface, p_B);
    const Vector3 sampled_B = sampled_nearest_point(surface, p_B);
    EXPECT_NEAR(std::abs(found.height), (sampled_B - p_B).norm(), 1e-9) << k;
    EXPECT_LT((found.p_B - sampled_B).norm(), 1e-5) << k;
    EXPECT_NEAR(found.normal_B.norm(), 1.0, 1e-12);
    EXPECT_LT((p_B - found.p_B - found.height * found.normal_B).norm(), 1e-12);
    // Out of it is where its own normal points at p_B.
    const SurfacePoint at = nearest_point(surface, surface.p_B + 1e-4 * surface.normal_B.normalized());
    EXPECT_GT(at.height, 0.0);
    EXPECT_LT(nearest_point(surface, surface.p_B - 1e-4 * surface.normal_B.normalized()).height, 0.0);
  }
}

// Outwards the height grows by one metre a metre; along the surface not at all.
TEST_P(SurfaceShape, HasItsNormalAsTheGradientOfTheHeight) {
  constexpr double kStep = 1e-6;  // m
  for (int k = 0; k < test::scaled(5000); ++k) {
    const Surface surface = random_surface(random, GetParam());
    const Vector3 p_B = near(surface);
    Vector3 gradient_B;
    for (int i = 0; i < 3; ++i) {
      const Vector3 step_B = kStep * Vector3::Unit(i);
      gradient_B[i] =
          (nearest_point(surface, p_B + step_B).height - nearest_point(surface, p_B - step_B).height) / (2.0 * kStep);
    }
    ASSERT_LT((gradient_B - nearest_point(surface, p_B).normal_B).norm(), 1e-5) << k;
  }
}

TEST_P(SurfaceShape, PushesABallAtRestByStiffnessTimesDepthAlongTheNormal) {
  int touching = 0;
  for (int k = 0; k < test::scaled(200); ++k) {
    const Surface surface = random_surface(random, GetParam());
    const Vector3 p_B = near(surface);
    TouchedSurface touched(surface, 0.001, 0.0);
    touched.meet({kBall, p_B, Vector6::Zero()});
    const Vector3 way_B = p_B - sampled_nearest_point(surface, p_B);
    const bool outside = nearest_point(surface, p_B).height > 0.0;
    const double depth = kBall - (outside ? 1.0 : -1.0) * way_B.norm();
    EXPECT_NEAR(touched.contact().depth, depth, 1e-9);
    if (depth <= 0.0) {
      EXPECT_EQ(touched.contact().force_B.norm(), 0.0);
      continue;
    }
    ++touching;
    EXPECT_NEAR(touched.contact().force_B.norm(), surface.stiffness * depth, 1e-8 * surface.stiffness);
    if (way_B.norm() < 1e-3) continue;  // then its direction is not known well enough
    const Vector3 out_B = (outside ? 1.0 : -1.0) * way_B.normalized();
    EXPECT_LT((touched.contact().force_B.normalized() - out_B).norm(), 0.01);
    EXPECT_LT((touched.point() - (p_B - kBall * out_B)).norm(), 0.01 * kBall);
  }
  EXPECT_GT(touching, test::scaled(200) / 4);
}

TEST_P(SurfaceShape, HasATangentPlateThatIsLikeIt) {
  for (int k = 0; k < test::scaled(1000); ++k) {
    Surface surface = random_surface(random, GetParam());
    surface.damping = 12.0;
    surface.friction = 0.3;
    const Vector3 p_B = near(surface);
    const Plate plate = tangent_plate(surface, p_B);
    const Vector3 over_B = p_B - plate.p_B;
    EXPECT_NEAR(over_B.dot(plate.normal_B), nearest_point(surface, p_B).height, 1e-12);
    EXPECT_LT((over_B - over_B.dot(plate.normal_B) * plate.normal_B).norm(), 1e-12);
    EXPECT_EQ(plate.stiffness, surface.stiffness);
    EXPECT_EQ(plate_damping(plate), 12.0);
    EXPECT_EQ(plate.friction, 0.3);
    EXPECT_EQ(plate.name, surface.name);
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SurfaceShape, testing::Range(0, 4),
                         [](const auto& shape) { return kShapeNames[static_cast<std::size_t>(shape.param)]; });

}  // namespace
}  // namespace limber::sim
