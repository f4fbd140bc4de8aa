// A ball led over a surface, or flying at it: energy, friction, damping, without an arm.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/scale.hpp"
#include "surface_contact.hpp"
#include "surface_shapes.hpp"

namespace limber::sim {
namespace {

constexpr double kSurfaceSubstep = 0.001;  // s
constexpr double kRadius = 0.01;           // m, of the ball

// A smooth way that ends where it began, in and out of the surface and along it.
struct ClosedWay {
  Vector3 middle_B, out_B, amplitude_B[3], turning_B;
  double in;  // m, how far

  ClosedWay(const Surface& surface, std::mt19937_64& random) {
    const Vector3 p_B = point_of(surface, random_between(random, -0.3, 0.3), random_between(random, -0.3, 0.3));
    out_B = nearest_point(surface, p_B).normal_B;
    in = random_between(random, 0.0005, 0.004);
    middle_B = p_B + (kRadius - 0.5 * in) * out_B;
    for (Vector3& amplitude : amplitude_B) {
      amplitude = random_vector(random, 0.004);
      amplitude -= amplitude.dot(out_B) * out_B;
    }
    turning_B = random_vector(random, 2.0);
  }
  // `phase`: 0 to 2 pi.
  Vector3 at(double phase) const {
    Vector3 p_B = middle_B - in * std::cos(phase) * out_B;  // begins and ends deepest
    for (int i = 0; i < 3; ++i) p_B += std::sin((i + 1) * phase) * amplitude_B[i];
    return p_B;
  }
};

class SurfaceForce : public testing::TestWithParam<int> {
 protected:
  std::mt19937_64 random{static_cast<std::uint64_t>(200 + GetParam())};
};

TEST_P(SurfaceForce, GivesBackTheEnergyOfAPressAlongAnyClosedWay) {
  for (int k = 0; k < test::scaled(100); ++k) {
    Surface surface = random_surface(random, GetParam());
    surface.damping = 0.0;
    TouchedSurface touched(surface, kSurfaceSubstep, 0.0);
    const ClosedWay way(surface, random);
    constexpr int kSteps = 4000;
    double given = 0.0, largest = 0.0;  // J
    Vector3 p_B = way.at(0.0), force_B = Vector3::Zero();
    for (int i = 0; i <= kSteps; ++i) {
      const Vector3 next_B = way.at(2.0 * std::numbers::pi * i / kSteps);
      Vector6 V_B = Vector6::Zero();
      V_B.head<3>() = (next_B - p_B) / kSurfaceSubstep;
      V_B.tail<3>() = way.turning_B;
      touched.meet({kRadius, next_B, V_B});
      touched.keep();
      const Vector3 now_B = touched.contact().force_B;
      if (i > 0) given += 0.5 * (now_B + force_B).dot(next_B - p_B);
      largest = std::max(largest, std::abs(given));
      force_B = now_B, p_B = next_B;
    }
    const double stored = 0.5 * surface.stiffness * std::pow(1.5 * way.in, 2);
    EXPECT_GT(largest, 0.2 * stored) << k;
    EXPECT_LT(std::abs(given), 1e-4 * stored) << k;
  }
}

// With friction and damping too: nobody gains energy by moving and turning a ball on a surface.
TEST_P(SurfaceForce, NeverGivesMoreEnergyThanItTook) {
  for (int k = 0; k < test::scaled(300); ++k) {
    Surface surface = random_surface(random, GetParam());
    surface.friction = random_between(random, 0.0, 1.0);
    surface.damping = k % 2 == 0 ? 0.0 : random_between(random, 0.0, 100.0);
    TouchedSurface touched(surface, kSurfaceSubstep, 0.0);
    const ClosedWay way(surface, random);
    constexpr int kSteps = 4000;
    double given = 0.0;  // J
    Vector3 p_B = way.at(std::numbers::pi);
    for (int i = 1; i <= kSteps; ++i) {
      const Vector3 next_B = way.at(std::numbers::pi * (1.0 + 6.0 * i / kSteps));
      Vector6 V_B = Vector6::Zero();
      V_B.head<3>() = (next_B - p_B) / kSurfaceSubstep;
      V_B.tail<3>() = way.turning_B * std::sin(0.01 * i);
      touched.meet({kRadius, next_B, V_B});
      touched.keep();
      const Vector3 arm_B = touched.point() - next_B;
      given += touched.contact().force_B.dot(V_B.head<3>() + V_B.tail<3>().cross(arm_B)) * kSurfaceSubstep;
      p_B = next_B;
      ASSERT_LT(given, 1e-3 * 0.5 * surface.stiffness * std::pow(1.5 * way.in, 2)) << k << ", step " << i;
    }
    EXPECT_TRUE(surface.friction < 0.01 || given < 0.0) << k;
  }
}

TEST_P(SurfaceForce, PushesButNeverPulls) {
  for (int k = 0; k < test::scaled(2000); ++k) {
    Surface surface = random_surface(random, GetParam());
    surface.damping = random_between(random, 0.0, 1000.0);
    surface.friction = random_between(random, 0.0, 1.0);
    TouchedSurface touched(surface, kSurfaceSubstep, k % 2 == 0 ? 0.0 : kSurfaceSubstep);
    const Vector3 p_B = point_of(surface, 0.1, 0.2) + random_vector(random, kRadius);
    Vector6 V_B;
    V_B << random_vector(random, 1.0), random_vector(random, 5.0);
    touched.meet({kRadius, p_B, V_B});
    const SurfaceContact& contact = touched.contact();
    const double pressing = contact.force_B.dot(contact.normal_B);
    ASSERT_GE(pressing, 0.0);
    if (contact.depth <= 0.0) {
      ASSERT_EQ(contact.force_B.norm(), 0.0);
      continue;
    }
    const double sinking = -V_B.head<3>().dot(contact.normal_B);
    ASSERT_NEAR(pressing, std::max(0.0, surface.stiffness * contact.depth + *surface.damping * sinking),
                1e-9 * (1.0 + pressing));
    const Vector3 sideways_B = contact.force_B - pressing * contact.normal_B;
    ASSERT_LE(sideways_B.norm(), surface.friction * pressing + 1e-9);
    const Vector3 at_point_B = V_B.head<3>() + V_B.tail<3>().cross(-kRadius * contact.normal_B);
    ASSERT_LE(sideways_B.dot(at_point_B), 1e-9) << "friction drives";
  }
}

// A turning ball that does not travel slides where it touches.
TEST(SurfaceFriction, IsAgainstTheSlidingOfTheTouchingPoint) {
  const Surface surface{.shape = SphereShape{0.2}, .stiffness = 1e4, .friction = 0.5};
  TouchedSurface touched(surface, kSurfaceSubstep, 0.0);
  Vector6 V_B = Vector6::Zero();
  V_B.tail<3>() = 10.0 * Vector3::UnitY();  // the lowest point goes towards -x
  for (int k = 0; k < 100; ++k) {
    touched.meet({kRadius, (kRadius - 0.001) * Vector3::UnitZ(), V_B});
    touched.keep();
  }
  EXPECT_NEAR(touched.contact().force_B.z(), 10.0, 1e-9);
  EXPECT_NEAR(touched.contact().force_B.x(), 5.0, 1e-9);
}

// A force that is constant over a substep moves a free mass on a parabola: what a bounce gains or loses is the
// contact's.
TEST(SurfaceBounce, OfAFreeMassKeepsItsEnergyUpToTheStiffnessThatIsAllowed) {
  constexpr double kMass = 0.3;  // kg
  std::mt19937_64 random{300};
  for (const double number : {0.01, 0.1, 0.25, 0.5, 1.0}) {
    TouchedSurface wall({.stiffness = number * kMass / (kSurfaceSubstep * kSurfaceSubstep), .damping = 0.0},
                        kSurfaceSubstep, kSurfaceSubstep);
    ASSERT_NEAR(wall.stiffness_number(kMass), number, 1e-12);
    double most = 0.0, sum = 0.0;  // of the energy that it came with
    const int bounces = test::scaled(5000);
    for (int k = 0; k < bounces; ++k) {
      const double came = random_between(random, 0.01, 1.0);  // m/s
      double v = -came, z = kRadius + kSurfaceSubstep * came * random_between(random, 0.0, 1.0);
      while (v < 0.0 || z < kRadius) {
        Vector6 V_B = Vector6::Zero();
        V_B[2] = v;
        wall.meet({kRadius, z * Vector3::UnitZ(), V_B});
        const double a = wall.contact().force_B.z() / kMass;
        z += kSurfaceSubstep * v + 0.5 * kSurfaceSubstep * kSurfaceSubstep * a;
        v += kSurfaceSubstep * a;
      }
      const double gained = v * v / (came * came) - 1.0;
      most = std::max(most, gained), sum += gained;
    }
    std::printf("stiffness number %4.2f: a bounce gains %+.4f of its energy, at most %+.4f\n", number, sum / bounces,
                most);
    EXPECT_LT(most, 0.013) << number;
    EXPECT_LT(sum, 0.0) << number;
    EXPECT_GT(sum / bounces, -0.025) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SurfaceForce, testing::Range(0, 4));

}  // namespace
}  // namespace limber::sim
