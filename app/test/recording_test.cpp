// `limber run --record` and `limber replay`: a recording changes no command, lacks nothing, and can be computed again.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "limber/record/mcap_reader.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

using record::MappedFile;

// What there is of each topic.
struct Topics : record::McapVisitor {
  std::map<std::string, std::uint64_t> counts;
  std::map<std::string, std::string> attachments;
  std::map<std::string, std::string> end;
  void see(const record::McapMessage&, const record::McapChannel& channel) override { ++counts[channel.topic]; }
  void see(const record::McapAttachment& attachment) override { attachments[attachment.name] = attachment.data; }
  void see(const record::McapMetadata& metadata) override {
    if (metadata.name == "limber_end") end = metadata.values;
  }
};

Topics topics_of(const std::string& path, bool whole = true) {
  Topics topics;
  const MappedFile file(path);
  EXPECT_EQ(read_mcap(file.bytes(), topics).whole, whole);
  return topics;
}

// A press, a move, live changes, requests, a fault by too much force and its reset, within 4 s.
std::string eventful() {
  return temporary_file("eventful.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.2, admittance: {frame: {id: base_link}},
                    overforce: {force: 60}}
limber:
  duration: 4
  hand: [{at: 0.5, for: 0.5, force: [0, 10, 0]}, {at: 2.0, for: 0.2, force: [0, 90, 0]}]
  script:
    - {at: 0.2, press: [0, 0, -2, 0, 0, 0], for: 1.5}
    - {at: 0.4, move: [0.02, 0, 0], speed: 0.05}
    - {at: 1.0, set: {admittance.stiffness: [200, 200, 0, 50, 50, 50]}}
    - {at: 1.5, request: hold}
    - {at: 1.7, request: run}
    - {at: 3.0, request: reset_fault}
    - {at: 3.5, set: {admittance.mass: [3, 3, 3, 0.5, 0.5, 0.5]}}
)");
}

TEST(Recording, ChangesNoCommand) {
  for (const std::string& run : {eventful(), std::string("dual_omx --duration 2")}) {
    const std::string plain = temporary_file("plain.csv"), beside = temporary_file("beside.csv");
    const std::string arm = run.starts_with("dual") ? "_robot2.csv" : ".csv";
    const auto csv = [&](const std::string& path) { return path.substr(0, path.size() - 4) + arm; };
    run_program("run --fast " + run + " --csv " + plain);
    run_program("run --fast " + run + " --csv " + beside + " --record " + temporary_file("same.mcap"));
    ASSERT_GT(read_file(csv(plain)).size(), 100'000U);
    EXPECT_TRUE(read_file(csv(plain)) == read_file(csv(beside))) << run;
  }
}

TEST(Recording, AnEventfulRunIsReplayedToTheLastBit) {
  const std::string file = temporary_file("eventful.mcap");
  const Outcome run = run_program("run --fast " + eventful() + " --record " + file);
  EXPECT_TRUE(run.says("nothing lost")) << run.output;
  EXPECT_TRUE(run.says("fault ")) << run.output;
  const Topics topics = topics_of(file);
  EXPECT_EQ(topics.counts.at("/limber/cycle"), 1U + 2000U);
  EXPECT_EQ(topics.counts.at("/limber/state"), 2000U);
  EXPECT_EQ(topics.counts.at("/limber/simulation"), 2000U);
  EXPECT_GE(topics.counts.at("/limber/joint_states"), 95U);
  EXPECT_GT(topics.counts.at("/rosout"), 3U);
  EXPECT_EQ(topics.attachments.at("configuration.yaml"), read_file(eventful()));
  EXPECT_NE(topics.attachments.at("robot.urdf").find("<robot"), std::string::npos);
  EXPECT_EQ(topics.end.at("lost_cycles"), "0");
  const Outcome again = run_program("replay " + file);
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_TRUE(again.says("2000 cycles of admittance")) << again.output;
  EXPECT_TRUE(again.says("every command is as recorded, to the last bit")) << again.output;
}

TEST(Recording, EveryControllerIsReplayedToTheLastBit) {
  for (const std::string run : {"compliant_trajectory --duration 6", "surface_following --duration 6",
                                "dual_omx --duration 4", "ur5e_fixtures --duration 5"}) {
    const std::string file = temporary_file("each.mcap");
    run_program("run --fast " + run + " --record " + file);
    const Outcome again = run_program("replay " + file);
    EXPECT_EQ(again.exit_code, 0) << run << ": " << again.output;
    EXPECT_FALSE(again.says("another command")) << again.output;
  }
}

// The arm's own thread takes what another one hands in.
TEST(Recording, ARunInRealTimeIsReplayedToTheLastBit) {
  const std::string file = temporary_file("live.mcap");
  const Outcome run = run_program("run " + eventful() + " --record " + file);
  EXPECT_TRUE(run.says("nothing lost")) << run.output;
  EXPECT_EQ(topics_of(file).counts.at("/limber/state"), 2000U);
  const Outcome again = run_program("replay " + file);
  EXPECT_EQ(again.exit_code, 0) << again.output;
}

TEST(Recording, AnotherParameterIsOpenLoopAndSaysSo) {
  const std::string file = temporary_file("other.mcap");
  run_program("run --fast " + eventful() + " --record " + file);
  const Outcome other = run_program("replay " + file + " --set 'admittance.mass=[9, 9, 9, 1, 1, 1]'");
  EXPECT_EQ(other.exit_code, 0) << other.output;
  EXPECT_TRUE(other.says("Open loop")) << other.output;
  EXPECT_TRUE(other.says("first    cycle ")) << other.output;
  EXPECT_TRUE(other.says("largest  cycle ")) << other.output;
  const Outcome unknown = run_program("replay " + file + " --set admitance.mass=5");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(unknown.says("did you mean admittance.mass")) << unknown.output;
  EXPECT_EQ(run_program("replay " + file + " --set mass").exit_code, 2);
}

TEST(Recording, OneCycleInTenIsNoReplay) {
  const std::string file = temporary_file("thin.mcap");
  run_program("run --fast " + eventful() + " --every 10 --record " + file);
  EXPECT_EQ(topics_of(file).counts.at("/limber/state"), 200U);
  const Outcome again = run_program("replay " + file);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(again.says("a replay needs all of them, without --every")) << again.output;
}

TEST(Recording, KilledInRealTimeItIsReadableAndReplayedUpToThere) {
  const std::string file = temporary_file("killed.mcap");
  run_and_signal("run " + eventful() + " --record " + file, SIGKILL, 2.5);
  const Outcome again = run_program("replay " + file);
  EXPECT_EQ(again.exit_code, 0) << again.output;
  EXPECT_TRUE(again.says("Up to where it ends: the file is cut off at byte ")) << again.output;
}

TEST(Recording, AFullDiskEndsTheRecordingNotTheRun) {
  const std::string file = temporary_file("full.mcap");
  const std::string program = LIMBER_PROGRAM;
  const std::string output = temporary_file("full.txt");
  // 1600 blocks of 512 bytes; some shells count in 1024.
  const std::string command = "(ulimit -f 1600; trap '' XFSZ; " + program + " run --fast " + eventful() + " --record " +
                              file + ") > " + output + " 2>&1";
  const int status = std::system(command.c_str());
  const std::string said = read_file(output);
  EXPECT_NE(said.find("the recording ends at byte "), std::string::npos) << said;
  EXPECT_NE(said.find("Summary"), std::string::npos) << said;
  EXPECT_NE(said.find("2000 cycles"), std::string::npos) << said;
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_GT(topics_of(file, false).counts.at("/limber/state"), 50U);
}

TEST(Recording, WhatCannotBeDoneIsRefusedBeforeTheRun) {
  const Outcome nowhere = run_program("run --fast demo --record /nowhere/at/all.mcap");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_TRUE(nowhere.says("/nowhere/at/all.mcap: it cannot be written")) << nowhere.output;
  const Outcome no_recording = run_program("replay " + eventful());
  EXPECT_EQ(no_recording.exit_code, 2);
  EXPECT_TRUE(no_recording.says("this is no MCAP file")) << no_recording.output;
  EXPECT_TRUE(run_program("run demo --fast --every 2").says("--every requires --csv or --record"));
}

// Libraries that others wrote read every message, with all check sums; record/test/node has what it needs of npm.
TEST(Recording, OthersReadEveryMessage) {
  const std::string here = std::string(LIMBER_SOURCE_DIR) + "/record/test/node";
  const std::string there = std::string(LIMBER_BINARY_DIR) + "/record_node";
  if (std::system("node --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no node on this machine";
  const std::string install = "mkdir -p " + there + " && cp " + here + "/* " + there + " && cd " + there +
                              " && { test -d node_modules || npm ci --no-audit --no-fund > npm.log 2>&1; }";
  if (std::system(install.c_str()) != 0) GTEST_SKIP() << "npm cannot fetch what reads recordings; see " << there;
  for (const std::string& run : {eventful(), std::string("dual_omx --duration 2")}) {
    const std::string file = temporary_file("others.mcap"), output = temporary_file("others.json");
    run_program("run --fast " + run + " --record " + file);
    const std::string read = "cd " + there + " && node read_back.mjs " + file + " > " + output + " 2>&1";
    EXPECT_EQ(std::system(read.c_str()), 0) << read_file(output);
    const std::string seen = read_file(output);
    for (const auto& [topic, count] : topics_of(file).counts) {
      EXPECT_NE(seen.find("\"" + topic + "\":{\"messages\":" + std::to_string(count) + ","), std::string::npos)
          << topic;
    }
  }
}

}  // namespace
}  // namespace limber::app::test
