// URDFs with random damage: from_urdf always returns an arm of finite numbers or throws ArmError, and prints nothing.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "generated_arm.hpp"
#include "robots.hpp"

namespace limber::test {
namespace {

class Vandal {
 public:
  explicit Vandal(unsigned seed) : random_(seed) {}

  std::string damage(std::string text) {
    for (int n = 1 + below(4); n > 0; --n) damage_once(text);
    return text;
  }

 private:
  int below(std::size_t end) { return std::uniform_int_distribution<int>(0, static_cast<int>(end) - 1)(random_); }
  std::size_t place(const std::string& text) { return static_cast<std::size_t>(below(text.size() + 1)); }

  void damage_once(std::string& text) {
    static const std::array<const char*, 22> kPoison{"nan",       "inf",      "-1e308",  "1e999",
                                                     "%n%s%s",    "<",        ">",       "\"",
                                                     "'",         "/>",       "</link>", "<link name='x'/>",
                                                     "<!--",      "-->",      "&amp;",   "&#37;n",
                                                     "\xef\xbb",  "0 0 0",    "-",       "type=\"floating\"",
                                                     "<![CDATA[", "base_link"};
    const std::size_t at = place(text);
    const std::size_t length = static_cast<std::size_t>(below(60));
    switch (below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(place(text), text.substr(at, length));
        break;
      case 3:
        text.insert(at, kPoison[static_cast<std::size_t>(below(kPoison.size()))]);
        break;
      case 4:
        poison_a_value(text, at);
        break;
      default:
        if (below(20) == 0) text.resize(at);
    }
  }

  // Between the next two quotes: most such files are well-formed, so the damage reaches the robot itself.
  void poison_a_value(std::string& text, std::size_t at) {
    static const std::array<const char*, 14> kValues{"",      "nan",          "inf",     "-1",       "0",
                                                     "1e300", "0 0 0",        "%n",      "1 2",      "tool0",
                                                     "%s",    "forearm_link", "-1e-320", "prismatic"};
    const std::size_t begin = text.find("=\"", at);
    if (begin == std::string::npos) return;
    const std::size_t end = text.find('"', begin + 2);
    if (end == std::string::npos) return;
    text.replace(begin + 2, end - begin - 2, kValues[static_cast<std::size_t>(below(kValues.size()))]);
  }

  std::mt19937 random_;
};

// True where the text was taken for an arm.
bool survives(const std::string& xml, const std::string& base, const std::string& tip, Branches branches) {
  try {
    const Arm arm = Arm::from_urdf(xml, base, tip, "hostile.urdf", branches);
    const JointVector q = JointVector::Constant(arm.joint_count(), 0.5);
    Pose X;
    Jacobian J;
    arm.kinematics(q, arm.tip(), X, J);
    EXPECT_TRUE(X.p.allFinite() && X.R.allFinite() && J.allFinite()) << xml;
    EXPECT_TRUE(arm.gravity_torque(q, {0, 0, -9.81}).allFinite()) << xml;
    return true;
  } catch (const ArmError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return false;
  }
}

TEST(HostileUrdf, NoDamageToARobotFileEndsInAnythingButAnArmOrASentence) {
  const std::string whole = urdf_of(kRobots[1]);
  int arms = 0;
  constexpr int kFiles = 6000;
  testing::internal::CaptureStderr();
  for (int n = 0; n < kFiles; ++n) {
    const Branches branches = n % 2 == 0 ? Branches::kRefuse : Branches::kFreezeAtZero;
    arms += survives(Vandal(static_cast<unsigned>(n)).damage(whole), "base_link", "tool0", branches);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  // Both ends were reached, so neither path is untested.
  EXPECT_GT(arms, kFiles / 50);
  EXPECT_LT(arms, kFiles - kFiles / 50);
}

TEST(HostileUrdf, NoDamageToAGeneratedFileEndsInAnythingButAnArmOrASentence) {
  for (unsigned n = 0; n < 3000; ++n) {
    std::mt19937 random(n);
    const std::string whole = generated_urdf(1 + static_cast<int>(n % 8), random);
    survives(Vandal(n).damage(whole), "base", "tip", Branches::kFreezeAtZero);
  }
}

TEST(HostileUrdf, NoiseIsRefused) {
  std::mt19937 random(1);
  for (int n = 0; n < 3000; ++n) {
    std::string noise(static_cast<std::size_t>(n % 300), ' ');
    for (char& c : noise) c = static_cast<char>(random());
    EXPECT_FALSE(survives(noise, "base", "tip", Branches::kRefuse));
  }
}

// Links own their children, so freeing a long chain recurses: as long as one may be, it must fit the stack.
TEST(HostileUrdf, TheLongestChainIsReadAndFreed) {
  std::string xml = "<robot name='long'><link name='z'/>";
  std::string parent = "z";
  for (int i = 0; i < 2400; ++i) {
    const std::string child = "l" + std::to_string(10000 - i);
    xml += "<link name='" + child + "'/><joint name='to_" + child + "' type='fixed'><parent link='" + parent +
           "'/><child link='" + child + "'/></joint>";
    parent = child;
  }
  EXPECT_FALSE(survives(xml + "</robot>", "z", parent, Branches::kRefuse));
  EXPECT_FALSE(survives(xml + "<link name='stray'/></robot>", "z", parent, Branches::kRefuse));
}

}  // namespace
}  // namespace limber::test
