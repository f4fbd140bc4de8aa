// Trajectory files: what is written is read back, in both formats.
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "compliance/compliant_trajectory.hpp"
#include "limber/configuration.hpp"

namespace limber::config {
namespace {

// The first code block of that language in docs/trajectories.md.
std::string documented(const std::string& language) {
  std::ifstream file(LIMBER_SOURCE_DIR "/docs/trajectories.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const std::string fence = "```" + language + "\n";
  const std::size_t start = page.find(fence);
  if (start == std::string::npos) return "";
  const std::size_t begin = start + fence.size();
  return page.substr(begin, page.find("```", begin) - begin);
}

TEST(TrajectoryFile, TheDocumentedExamplesMayRun) {
  const TrajectoryFile yaml = parse_trajectory_yaml(documented("yaml"), "docs.yaml");
  const TrajectoryFile csv = parse_trajectory_csv(documented("csv"), "docs.csv");
  for (const TrajectoryFile& file : {yaml, csv}) {
    ASSERT_EQ(file.points.size(), 3U);
    EXPECT_EQ(file.points[1].time_from_start, 2.0);
    EXPECT_EQ(file.points[1].X_BR.p, Vector3(0.4, 0.1, 0.25));
    EXPECT_EQ(file.points[1].X_BR.R, Matrix3(Vector3(1, -1, -1).asDiagonal()));
    EXPECT_FALSE(file.points[0].twist);
    EXPECT_EQ((*file.points[1].twist)[1], 0.05);
    EXPECT_EQ((*file.points[2].compliance.stiffness)(3, 3), 40.0);
    EXPECT_FALSE(file.points[0].compliance.any());
    EXPECT_NO_THROW(CompliantTrajectory(file.points, ComplianceParameters(), file.start_stamp));
  }
  EXPECT_EQ((*yaml.points[2].wrench)[2], 10.0);
}

const char* const kFullYaml = R"(frame: base_link
start_stamp: 12.5
points:
  - {time_from_start: 0.5, position: [1, 2, 3], rpy: [0.1, 0.2, 0.3], velocity: [1, 2, 3, 4, 5, 6],
     acceleration: [7, 8, 9, 10, 11, 12], wrench: [-1, -2, -3, -4, -5, -6], inertia: [1, 2, 3, 4, 5, 6],
     damping: [9, 1, 0, 0, 0, 0, 1, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 9],
     stiffness: [0, 0, 0, 0, 0, 0]}
  - {time_from_start: 1.5, position: [1, 2, 3], orientation: [0, 0, 0, 1]}
)";

TEST(TrajectoryFile, EveryKeyOfYamlIsRead) {
  const TrajectoryFile file = parse_trajectory_yaml(kFullYaml, "t.yaml");
  EXPECT_EQ(file.frame, "base_link");
  EXPECT_EQ(file.start_stamp, 12.5);
  ASSERT_EQ(file.points.size(), 2U);
  const CompliantPoint& p = file.points[0];
  EXPECT_EQ(p.time_from_start, 0.5);
  EXPECT_EQ(*p.twist, (Vector6() << 1, 2, 3, 4, 5, 6).finished());
  EXPECT_EQ(*p.acceleration, (Vector6() << 7, 8, 9, 10, 11, 12).finished());
  EXPECT_EQ(*p.wrench, (-(Vector6() << 1, 2, 3, 4, 5, 6).finished()).eval());
  EXPECT_EQ(p.compliance.mass->diagonal(), (Vector6() << 1, 2, 3, 4, 5, 6).finished());
  EXPECT_EQ((*p.compliance.damping)(0, 1), 1.0);
  EXPECT_TRUE(p.compliance.stiffness->isZero(0.0));
  // Roll, pitch, yaw about fixed axes: Rz(yaw) Ry(pitch) Rx(roll), element by element.
  const double sr = std::sin(0.1), cr = std::cos(0.1), sp = std::sin(0.2), cp = std::cos(0.2), sy = std::sin(0.3),
               cy = std::cos(0.3);
  Matrix3 R;
  R << cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr,
      -sp, cp * sr, cp * cr;
  EXPECT_LT((p.X_BR.R - R).norm(), 1e-15);
}

TEST(TrajectoryFile, EveryColumnOfCsvIsRead) {
  std::string header =
      "yaw,pitch,roll,z,y,x,time_from_start,vx,vy,vz,wx,wy,wz,ax,ay,az,alphax,alphay,alphaz,fx,fy,fz,tx,ty,tz";
  std::string line = "0.3,0.2,0.1,3,2,1,0.5,1,2,3,4,5,6,7,8,9,10,11,12,-1,-2,-3,-4,-5,-6";
  for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"}) header += std::string(",inertia.") + axis;
  for (const char* axis : {"x", "y", "z", "rx", "ry", "rz"}) header += std::string(",stiffness.") + axis;
  line += ",1,2,3,4,5,6,0,0,0,0,0,0";
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      header += ",damping." + std::to_string(row) + std::to_string(column);
      line += row == column ? ",9" : row + column == 1 ? ",1" : ",0";
    }
  }
  const std::string last = "0,0,0,3,2,1,1.5" + std::string(66, ',');
  const TrajectoryFile csv = parse_trajectory_csv(header + "\r\n\r\n" + line + "\r\n" + last, "t.csv");
  const TrajectoryFile yaml = parse_trajectory_yaml(kFullYaml, "t.yaml");
  ASSERT_EQ(csv.points.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    const CompliantPoint& a = csv.points[i];
    const CompliantPoint& b = yaml.points[i];
    EXPECT_EQ(a.time_from_start, b.time_from_start);
    EXPECT_EQ(a.X_BR.p, b.X_BR.p);
    EXPECT_EQ(a.X_BR.R, b.X_BR.R);
    EXPECT_EQ(a.twist, b.twist);
    EXPECT_EQ(a.acceleration, b.acceleration);
    EXPECT_EQ(a.wrench, b.wrench);
    EXPECT_EQ(a.compliance.mass, b.compliance.mass);
    EXPECT_EQ(a.compliance.damping, b.compliance.damping);
    EXPECT_EQ(a.compliance.stiffness, b.compliance.stiffness);
  }
}

class TrajectoryOnDisk : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / name;
    std::ofstream(path, std::ios::binary) << text;
    written_.push_back(path);
    return path.string();
  }
  void TearDown() override {
    for (const auto& path : written_) std::filesystem::remove(path);
  }
  std::vector<std::filesystem::path> written_;
};

std::string load_error(const std::string& path) {
  try {
    load_trajectory(path);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_F(TrajectoryOnDisk, IsReadByTheEndingOfItsName) {
  EXPECT_EQ(load_trajectory(write("limber_t.yaml", documented("yaml"))).points.size(), 3U);
  EXPECT_EQ(load_trajectory(write("limber_t.yml", documented("yaml"))).points.size(), 3U);
  EXPECT_EQ(load_trajectory(write("limber_t.csv", "\xef\xbb\xbf" + documented("csv"))).points.size(), 3U);
  EXPECT_EQ(load_error("a.txt"), "a.txt: the name of a trajectory's file must end with .yaml, .yml or .csv");
  EXPECT_EQ(load_error("/nowhere/a.csv"), "/nowhere/a.csv: the file cannot be opened");
  const std::string csv = write("limber_b.csv", "x\n");
  EXPECT_TRUE(load_error(csv).starts_with(csv + ":1: ")) << load_error(csv);
}

TEST_F(TrajectoryOnDisk, IsRefusedWhereItIsTooLarge) {
  const std::string large = write("limber_l.yaml", std::string(kMaxTrajectoryYamlBytes + 10, '#'));
  EXPECT_EQ(load_error(large),
            large + ": it is larger than 16777216 bytes, the limit of a trajectory in YAML (write it as CSV)");
  std::string many = "time_from_start,x,y,z,qx,qy,qz,qw\n";
  for (int i = 0; i <= 100001; ++i) many += std::to_string(i) + "e-3,0,0,0,0,0,0,1\n";
  EXPECT_NE(load_error(write("limber_m.csv", many)).find("a trajectory of 100001 points; at most 100000"),
            std::string::npos);
}

TEST(TrajectoryFile, TheLocaleDoesNotMatter) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) {
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  EXPECT_EQ(parse_trajectory_csv(documented("csv"), "t.csv").points[1].X_BR.p.z(), 0.25);
  std::setlocale(LC_ALL, before.c_str());
}

}  // namespace
}  // namespace limber::config
