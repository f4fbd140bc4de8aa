// Waypoints between threads: each is counted once, as what became of it.
#include "controllers/waypoint_port.hpp"

#include <gtest/gtest.h>

#include <random>

namespace limber {
namespace {

TEST(WaypointPort, CountsWhatWaitsWhateverComesAndGoes) {
  for (const WaypointPolicy policy : {WaypointPolicy::kFifo, WaypointPolicy::kLatest}) {
    std::mt19937 random(1);
    WaypointPort port;
    WaypointBlend blend;
    blend.start(MovingPose(), 0.0);
    std::int64_t added = 0, waiting = 0;
    for (int n = 0; n < 5000; ++n) {
      Waypoint next;
      switch (random() % 4) {
        case 0:
        case 1: {
          const bool room = port.add({Vector3(0.0, 0.0, n), false});
          EXPECT_EQ(room, waiting < static_cast<std::int64_t>(kMaxWaypoints));
          added += room;
          waiting += room;
          break;
        }
        case 2:
          // It is not under way: one leaves, or all but the newest are passed over.
          EXPECT_EQ(port.take(blend, policy, next), waiting > 0);
          waiting = policy == WaypointPolicy::kLatest ? 0 : std::max<std::int64_t>(0, waiting - 1);
          break;
        default:
          if (random() % 20 != 0) break;
          port.forget();
          waiting = 0;
      }
      ASSERT_EQ(port.queued(), waiting);
      ASSERT_EQ(port.taken(), added);
    }
    EXPECT_EQ(port.refused(), 0);
    port.count_refused();
    EXPECT_EQ(port.refused(), 1);
    EXPECT_EQ(port.taken(), added) << "a refused one was never taken";
  }
}

TEST(WaypointPort, HandsOutTheOldestFirstOrTheNewestAlone) {
  WaypointBlend blend;
  blend.start(MovingPose(), 0.0);
  WaypointPort fifo, latest;
  for (int i = 0; i < 5; ++i) {
    fifo.add({Vector3::Constant(i), false});
    latest.add({Vector3::Constant(i), true});
  }
  Waypoint next;
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(fifo.take(blend, WaypointPolicy::kFifo, next));
    EXPECT_EQ(next.p, Vector3::Constant(i));
    EXPECT_FALSE(next.relative);
  }
  EXPECT_FALSE(fifo.take(blend, WaypointPolicy::kFifo, next));
  ASSERT_TRUE(latest.take(blend, WaypointPolicy::kLatest, next));
  EXPECT_EQ(next.p, Vector3::Constant(4));
  EXPECT_TRUE(next.relative);
  EXPECT_FALSE(latest.take(blend, WaypointPolicy::kLatest, next));
}

}  // namespace
}  // namespace limber
