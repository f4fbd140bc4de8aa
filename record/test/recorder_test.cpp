// The recorder: killed at any moment its file is readable, a full disk ends it with a sentence, and nobody waits.
#include "limber/record/recorder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <random>
#include <thread>

#include "limber/record/mcap_reader.hpp"
#include "recorded_file.hpp"
#include "support/scale.hpp"

namespace limber::record::test {
namespace {

// Numbered messages; those that are read must be 0, 1, 2 and so on.
struct Numbered : McapVisitor {
  std::uint64_t count = 0;
  void see(const McapMessage& message, const McapChannel&) override {
    CdrReader from(message.data);
    EXPECT_EQ(from.get<std::uint64_t>("number"), count++);
  }
};

void add_number(Recorder& recorder, std::uint16_t channel, std::uint64_t number) {
  CdrWriter message;
  message.put(number);
  for (int i = 0; i < 200; ++i) message.put(1e-3 * static_cast<double>(number * static_cast<unsigned>(i)));
  recorder.add(channel, 1e-3 * static_cast<double>(number), message.bytes());
}

[[noreturn]] void record_for_ever(const std::string& path) {
  Recorder recorder({path, 1, true});
  const std::uint16_t channel = recorder.add_topic("/numbers", "std_msgs/msg/Header");
  for (std::uint64_t number = 0;; ++number) add_number(recorder, channel, number);
}

off_t size_of(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_size : 0;
}

TEST(Recorder, KilledAtAnyMomentItsFileIsReadableToItsLastChunk) {
  const std::string path = temporary_path("killed.mcap");
  std::mt19937 random(1);
  int cut = 0;
  std::uint64_t chunks = 0;
  for (int i = 0; i < limber::test::scaled(300); ++i) {
    unlink(path.c_str());
    const pid_t child = fork();
    if (child == 0) record_for_ever(path);
    // However fast the machine is: some time after it has written so many bytes.
    const int written = std::uniform_int_distribution<int>(0, 1'000'000)(random);
    while (size_of(path) < written) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution<int>(0, 3'000)(random)));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const Bytes file = bytes_of(path);
    if (file.empty()) continue;  // before it was opened
    Numbered seen;
    const McapEnd end = read_mcap(file, seen);
    EXPECT_FALSE(end.whole);
    EXPECT_FALSE(read_summary(file));
    cut += end.cut.empty() ? 0 : 1;
    chunks += end.chunks;
  }
  EXPECT_GT(cut, 0);
  EXPECT_GT(chunks, 0U) << "the kills came too early to show anything";
}

TEST(Recorder, WhatIsAddedIsInTheFile) {
  const std::string path = temporary_path("whole.mcap");
  {
    Recorder recorder({path, 1, true});
    const std::uint16_t channel = recorder.add_topic("/numbers", "std_msgs/msg/Header");
    for (std::uint64_t number = 0; number < 20'000; ++number) add_number(recorder, channel, number);
    recorder.finish({{"lost", "0"}});
    EXPECT_EQ(recorder.lost(), 0);
    EXPECT_TRUE(recorder.whole());
    EXPECT_EQ(recorder.take_error(), "");
  }
  Numbered seen;
  const Bytes file = bytes_of(path);
  EXPECT_TRUE(read_mcap(file, seen).whole);
  EXPECT_EQ(seen.count, 20'000U);
  EXPECT_EQ(read_summary(file)->messages, 20'000U);
}

// A file may not be larger than 2 MB, as if the disk were full then.
TEST(Recorder, AFullDiskEndsTheRecordingWithOneSentenceAndAFileThatCanBeRead) {
  const std::string path = temporary_path("full.mcap");
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit small{2'000'000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  std::string error;
  {
    Recorder recorder({path, 1, true});
    const std::uint16_t channel = recorder.add_topic("/numbers", "std_msgs/msg/Header");
    for (std::uint64_t number = 0; number < 50'000; ++number) {
      add_number(recorder, channel, number);
      const std::string said = recorder.take_error();
      EXPECT_TRUE(said.empty() || error.empty()) << "it was said twice";
      error += said;
    }
    recorder.finish({});
    EXPECT_FALSE(recorder.whole());
    error += recorder.take_error();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(error.find("the recording ends at byte "), std::string::npos) << error;
  EXPECT_NE(error.find(std::strerror(EFBIG)), std::string::npos) << error;
  Numbered seen;
  const McapEnd end = read_mcap(bytes_of(path), seen);
  EXPECT_GT(end.chunks, 0U);
  EXPECT_GT(seen.count, 0U);
}

TEST(Recorder, AFileThatCannotBeWrittenIsRefusedAtOnce) {
  EXPECT_THROW(Recorder({"/nowhere/at/all.mcap", 1, false}), RecordError);
  EXPECT_THROW(Recorder({"/dev/full", 1, false}), RecordError);
}

// Clocks of robots are anything.
TEST(Recorder, AClockThatIsNoNumberIsRecordedToo) {
  const std::string path = temporary_path("clock.mcap");
  {
    Recorder recorder({path, 1, true});
    const std::uint16_t channel = recorder.add_topic("/numbers", "std_msgs/msg/Header");
    CdrWriter message;
    for (const double time : {0.0, std::numeric_limits<double>::quiet_NaN(), -1.0, 1e300, 1e7}) {
      recorder.add(channel, time, message.bytes());
    }
  }
  McapVisitor visitor;
  EXPECT_EQ(read_mcap(bytes_of(path), visitor).messages, 5U);
}

}  // namespace
}  // namespace limber::record::test
