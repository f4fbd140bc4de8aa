// The calls meant for the control thread never touch the heap. Every allocation of this program passes through here,
// Eigen's included; under a sanitizer, which brings its own malloc, the test is skipped.
#include <gtest/gtest.h>

#include <cstddef>

#include "robots.hpp"

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
#define LIMBER_COUNTS_ALLOCATIONS 1
#else
#define LIMBER_COUNTS_ALLOCATIONS 0
#endif

#if LIMBER_COUNTS_ALLOCATIONS
namespace {
std::size_t allocations = 0;
}
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void* malloc(std::size_t size) { return ++allocations, __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return ++allocations, __libc_calloc(count, size); }
void* realloc(void* old, std::size_t size) { return ++allocations, __libc_realloc(old, size); }
void* aligned_alloc(std::size_t align, std::size_t size) { return ++allocations, __libc_memalign(align, size); }
}
#endif

namespace limber::test {
namespace {

TEST(Allocation, NoneInPoseKinematicsAndGravity) {
#if LIMBER_COUNTS_ALLOCATIONS
  for (const RobotFile& robot : kRobots) {
    const Arm arm = arm_of(robot);
    const JointVector q = JointVector::Constant(arm.joint_count(), 0.4);
    Pose X;
    Jacobian J;
    double sum = 0.0;
    const std::size_t before = allocations;
    for (int n = 0; n < 100; ++n) {
      sum += arm.pose(q, arm.tip()).p.x();
      arm.kinematics(q, arm.tip(), X, J);
      sum += arm.gravity_torque(q, {0, 0, -9.81})[0] + J(0, 0);
    }
    EXPECT_EQ(allocations, before) << robot.name << sum;
  }
#else
  GTEST_SKIP() << "a sanitizer counts its own allocations";
#endif
}

#if LIMBER_COUNTS_ALLOCATIONS
TEST(Allocation, IsSeenByTheCounterWhereThereIsOne) {
  const std::size_t before = allocations;
  const Eigen::VectorXd heap = Eigen::VectorXd::Zero(100);
  EXPECT_GT(allocations, before) << heap.sum();
}
#endif

}  // namespace
}  // namespace limber::test
