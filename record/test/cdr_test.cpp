// Messages: bytes as the standard has them, and all that a replay needs to the last bit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "limber/record/recorded_input.hpp"
#include "limber/record/schemas.hpp"
#include "support/scale.hpp"

namespace limber::record::test {
namespace {

// By hand, after DDS-XTypes 1.3, 7.4.1: little-endian; strings end with a zero that counts; alignment from behind the
// first four bytes.
TEST(Cdr, BytesAreThoseOfTheStandard) {
  CdrWriter to;
  to.put(std::uint8_t{7});
  to.put(std::uint32_t{0x01020304});
  to.put("ab");
  to.put(1.0);
  to.put_sequence(JointVector());
  to.put(std::uint16_t{9});
  const double two = 2.0;
  to.put_sequence(&two, 1);
  const Bytes expected{0, 1, 0, 0,                                                    // encapsulation
                       7, 0, 0, 0, 4,   3,   2,    1,                                 // uint8, padding, uint32
                       3, 0, 0, 0, 'a', 'b', 0,    0,                                 // string, padding
                       0, 0, 0, 0, 0,   0,   0xF0, 0x3F,                              // 1.0
                       0, 0, 0, 0, 9,   0,   0,    0,                                 // empty sequence, uint16, padding
                       1, 0, 0, 0, 0,   0,   0,    0,    0, 0, 0, 0, 0, 0, 0, 0x40};  // its length, padding, 2.0
  EXPECT_EQ(Bytes(to.bytes().begin(), to.bytes().end()), expected);
}

class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  int number(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
  // Any bits: infinities and numbers that are none too.
  double any() {
    const std::uint64_t bits = random_();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof(value));
    return number(9) == 0 ? std::numeric_limits<double>::quiet_NaN() : value;
  }
  JointVector joints() {
    JointVector q(number(kMaxJoints));
    for (double& angle : q) angle = any();
    return q;
  }
  template <typename Matrix>
  Matrix matrix() {
    Matrix m;
    for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = any();
    return m;
  }
  template <typename Matrix>
  std::optional<Matrix> maybe() {
    return number(1) == 0 ? std::nullopt : std::optional<Matrix>(matrix<Matrix>());
  }
  CompliantPoint point() {
    CompliantPoint p{
        any(), {matrix<Matrix3>(), matrix<Vector3>()}, maybe<Vector6>(), maybe<Vector6>(), maybe<Vector6>(), {}};
    p.compliance = {maybe<Matrix6>(), maybe<Matrix6>(), maybe<Matrix6>()};
    return p;
  }

 private:
  std::mt19937_64 random_;
};

Bytes message(const TappedCycle& cycle) {
  CdrWriter to;
  to.put(std::int32_t{1});
  to.put(std::uint32_t{2});
  to.put("base_link");
  put_cycle(to, cycle);
  return Bytes(to.bytes().begin(), to.bytes().end());
}

Bytes message(const RecordedInput& input) {
  CdrWriter to;
  to.put(std::int32_t{1});
  to.put(std::uint32_t{2});
  to.put("world");
  put_input(to, input);
  return Bytes(to.bytes().begin(), to.bytes().end());
}

TEST(Cdr, CyclesAreReadToTheLastBit) {
  Draw draw(1);
  for (int i = 0; i < limber::test::scaled(2'000); ++i) {
    TappedCycle cycle;
    cycle.cycle = draw.number(1'000'000);
    cycle.activation = draw.number(1) == 0;
    cycle.period = draw.any();
    cycle.state = {draw.any(),    draw.any(),    draw.any(), draw.joints(), draw.joints(), draw.matrix<Vector6>(),
                   draw.joints(), draw.joints(), draw.any()};
    cycle.joint_reference = draw.joints();
    cycle.taken = {1U + static_cast<unsigned>(i), 2, 3, 4};
    cycle.command = {draw.joints(), draw.joints(), draw.joints()};
    const Bytes written = message(cycle);
    const TappedCycle read = get_cycle(written);
    EXPECT_EQ(message(read), written);
    EXPECT_EQ(read.taken.settings, cycle.taken.settings);
    EXPECT_EQ(read.state.q.size(), cycle.state.q.size());
    EXPECT_EQ(std::memcmp(read.state.F_S_S.data(), cycle.state.F_S_S.data(), 48), 0);
    EXPECT_EQ(std::memcmp(&read.period, &cycle.period, 8), 0);
    for (std::size_t size = 0; size < written.size(); ++size) {
      EXPECT_THROW(get_cycle(ByteView(written.data(), size)), RecordError);
    }
  }
}

TEST(Cdr, InputsAreReadToTheLastBit) {
  Draw draw(2);
  for (int i = 0; i < limber::test::scaled(5'000); ++i) {
    RecordedInput input;
    input.kind = static_cast<InputKind>(draw.number(5));
    input.number = 7;
    input.cycle = draw.number(1000) - 1;
    if (input.kind == InputKind::kSettings) input.yaml = "controller:\n  ros__parameters: {a: 1}\n";
    if (input.kind == InputKind::kRequest) input.request = static_cast<Request>(draw.number(5));
    if (input.kind == InputKind::kControlWrench) input.F_C = draw.matrix<Vector6>();
    const bool one = input.kind == InputKind::kDesiredPose || input.kind == InputKind::kWaypoint;
    const int points = one ? 1 : input.kind == InputKind::kTrajectory ? draw.number(9) : 0;
    for (int j = 0; j < points; ++j) input.points.push_back(draw.point());
    input.ticket = 0xffff'ffffU;
    input.relative = draw.number(1) == 0;
    input.start_stamp = draw.any();
    const Bytes written = message(input);
    const RecordedInput read = get_input(written);
    EXPECT_EQ(message(read), written);
    EXPECT_EQ(read.kind, input.kind);
    EXPECT_EQ(read.request, input.request);
    EXPECT_EQ(read.yaml, input.yaml);
    EXPECT_EQ(read.points.size(), input.points.size());
    for (std::size_t size = 0; size < written.size(); size += 1 + written.size() / 50) {
      EXPECT_THROW(get_input(ByteView(written.data(), size)), RecordError);
    }
  }
}

TEST(Schemas, EveryTypeThatIsUsedIsDefined) {
  const std::string text = schema_text("geometry_msgs/msg/PoseStamped");
  for (const char* used : {"std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/Pose", "geometry_msgs/Point",
                           "geometry_msgs/Quaternion"}) {
    EXPECT_NE(text.find(std::string("MSG: ") + used + "\n"), std::string::npos) << used;
  }
  EXPECT_NE(schema_text("limber_msgs/msg/RecordedInput").find("MSG: limber_msgs/RecordedPoint\n"), std::string::npos);
  EXPECT_THROW(schema_text("geometry_msgs/msg/Nothing"), RecordError);
}

}  // namespace
}  // namespace limber::record::test
