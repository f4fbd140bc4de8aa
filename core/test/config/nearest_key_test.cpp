// The key that was probably meant, among those of the schema.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "limber/configuration.hpp"
#include "support/scale.hpp"

namespace limber::config {
namespace {

std::vector<std::string> schema_keys() {
  std::vector<std::string> keys;
  for (const auto& parameter : admittance_schema()) keys.push_back(parameter.descriptor.key);
  return keys;
}

// One letter more, one less, another one: it is the key itself, unless that makes another key.
TEST(NearestKey, IsTheOneWithASlipOfTheFinger) {
  std::mt19937 random(1);
  const std::vector<std::string> keys = schema_keys();
  ASSERT_GT(keys.size(), 20U);
  int own = 0, tried = 0;
  for (int n = 0; n < test::scaled(500); ++n) {
    const std::string& key = keys[random() % keys.size()];
    if (key.size() < 6) continue;
    std::string mistyped = key;
    const std::size_t at = random() % key.size();
    const char letter = static_cast<char>('a' + random() % 26);
    if (n % 3 == 0) mistyped.insert(at, 1, letter);
    if (n % 3 == 1) mistyped.erase(at, 1);
    if (n % 3 == 2) mistyped[at] = letter;
    ++tried;
    own += nearest_key(mistyped, keys) == key;
  }
  EXPECT_GT(own, tried * 9 / 10);
}

TEST(NearestKey, IsTheRightNameInTheWrongPlace) {
  const std::vector<std::string> known{"admittance.mass", "admittance.stiffness", "limits.joint_velocity"};
  EXPECT_EQ(nearest_key("mass", known), "admittance.mass");
  EXPECT_EQ(nearest_key("admittance.joint_velocity", known), "limits.joint_velocity");
  EXPECT_EQ(nearest_key("admitance.stifness", known), "admittance.stiffness");
}

TEST(NearestKey, OfTwoIsTheNearerOne) {
  const std::vector<std::string> known{"damping_ratio", "damping_radius"};
  EXPECT_EQ(nearest_key("damping_ratia", known), "damping_ratio");
  EXPECT_EQ(nearest_key("damping_radios", known), "damping_radius");
}

TEST(NearestKey, IsNoneForAnotherWord) {
  const std::vector<std::string> known{"mass", "stiffness"};
  EXPECT_EQ(nearest_key("cat", known), "");
  EXPECT_EQ(nearest_key("moss", known), "mass") << "one letter of a short word";
  EXPECT_EQ(nearest_key("mist", known), "") << "two letters of a short word are another word";
  EXPECT_EQ(nearest_key("temperature", known), "");
  EXPECT_EQ(nearest_key(std::string(100000, 'm'), known), "") << "and is not compared for long";
  EXPECT_EQ(nearest_key("mass", {}), "");
}

}  // namespace
}  // namespace limber::config
