#include "generated_arm.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace limber::test {
namespace {

class Generator {
 public:
  explicit Generator(std::mt19937& random) : random_(random) {}

  std::string urdf(int joints) {
    std::string parent = "base";
    std::string xml = "<robot name=\"generated\"><link name=\"base\"/>";
    for (int i = 0; i < joints; ++i) {
      if (uniform(0.0, 1.0) < 0.3) parent = append(xml, parent, fmt::format("bracket{}", i), "fixed");
      const double kind = uniform(0.0, 3.0);
      const char* type = kind < 1.0 ? "revolute" : kind < 2.0 ? "continuous" : "prismatic";
      parent = append(xml, parent, fmt::format("link{}", i), type);
    }
    append(xml, parent, "tip", "fixed");
    return xml + "</robot>";
  }

 private:
  double uniform(double lower, double upper) { return std::uniform_real_distribution<double>(lower, upper)(random_); }

  std::string three(double size) {
    return fmt::format("{} {} {}", uniform(-size, size), uniform(-size, size), uniform(-size, size));
  }

  std::string axis() {
    switch (std::uniform_int_distribution<int>(0, 4)(random_)) {
      case 0:
        return "0 0 1";
      case 1:
        return "0 0 -1";
      case 2:
        return "0 -2 0";
      case 3:
        return "1 0 0";
      default:
        return fmt::format("{} {} {}", uniform(-1, 1), uniform(-1, 1), uniform(0.1, 1));
    }
  }

  std::string inertial() {
    if (uniform(0.0, 1.0) < 0.2) return "";
    return fmt::format(
        "<inertial><origin xyz=\"{}\" rpy=\"{}\"/><mass value=\"{}\"/>"
        "<inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial>",
        three(0.2), three(3.0), uniform(0.0, 10.0), uniform(0, 1), uniform(0, 1), uniform(0, 1));
  }

  std::string append(std::string& xml, const std::string& parent, const std::string& child, const char* type) {
    xml += fmt::format("<link name=\"{}\">{}</link>", child, inertial());
    xml += fmt::format(
        "<joint name=\"to_{1}\" type=\"{2}\"><parent link=\"{0}\"/><child link=\"{1}\"/>"
        "<origin xyz=\"{3}\" rpy=\"{4}\"/><axis xyz=\"{5}\"/>"
        "<limit lower=\"-2\" upper=\"2\" velocity=\"1\" effort=\"10\"/></joint>",
        parent, child, type, three(0.8), three(4.0), axis());
    return child;
  }

  std::mt19937& random_;
};

}  // namespace

std::string generated_urdf(int joints, std::mt19937& random) { return Generator(random).urdf(joints); }

}  // namespace limber::test
