// The container: what was written is read, to the last whole chunk, wherever the file is cut off.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "limber/record/mcap_reader.hpp"
#include "limber/record/mcap_writer.hpp"
#include "recorded_file.hpp"
#include "support/scale.hpp"

namespace limber::record::test {
namespace {

struct Seen : McapVisitor {
  std::vector<std::pair<std::string, std::string>> messages;  // topic and data
  std::vector<McapAttachment> attachments;
  std::vector<McapMetadata> metadata;
  std::map<std::string, std::string> schemas;  // by topic

  void see(const McapChannel& channel, const McapSchema* schema) override {
    schemas[channel.topic] = schema == nullptr ? "" : schema->name + ":" + schema->text;
  }
  void see(const McapMessage& message, const McapChannel& channel) override {
    messages.emplace_back(channel.topic, std::string(message.data.begin(), message.data.end()));
  }
  void see(const McapAttachment& attachment) override { attachments.push_back(attachment); }
  void see(const McapMetadata& one) override { metadata.push_back(one); }
};

// Three chunks of four messages on two channels, an attachment and metadata.
Bytes small_file(Seen& written) {
  const std::string path = temporary_path("small.mcap");
  {
    McapWriter writer(path, "test");
    const std::uint16_t schema = writer.add_schema("pkg/msg/Type", "ros2msg", "float64 x\n");
    const std::uint16_t a = writer.add_channel(schema, "/a", "cdr"), b = writer.add_channel(schema, "/b", "cdr");
    EXPECT_TRUE(writer.add_attachment({7, "robot.urdf", "application/xml", "<robot/>"}));
    EXPECT_TRUE(writer.add_metadata({"arm", {{"base", "base_link"}, {"tip", "tool0"}}}));
    for (int i = 0; i < 3; ++i) {
      McapChunk chunk;
      for (int j = 0; j < 4; ++j) {
        const std::string data = "message " + std::to_string(4 * i + j) + std::string(50, 'x');
        const auto time = static_cast<std::uint64_t>(1000 + 4 * i + j);
        chunk.add({j % 2 == 0 ? a : b, static_cast<std::uint32_t>(4 * i + j), time, time, view_of(data)});
        written.messages.emplace_back(j % 2 == 0 ? "/a" : "/b", data);
      }
      EXPECT_TRUE(writer.add_chunk(chunk));
    }
    EXPECT_TRUE(writer.finish());
    EXPECT_EQ(writer.error(), "");
  }
  return bytes_of(path);
}

TEST(Crc, IsThatOfTheCatalogue) {
  EXPECT_EQ(crc32(view_of("123456789")), 0xCBF43926U);
  EXPECT_EQ(crc32(view_of("")), 0U);
  EXPECT_EQ(crc32(view_of("6789"), crc32(view_of("12345"))), 0xCBF43926U);
}

TEST(Mcap, WhatWasWrittenIsRead) {
  Seen written, seen;
  const Bytes file = small_file(written);
  const McapEnd end = read_mcap(file, seen);
  EXPECT_TRUE(end.whole);
  EXPECT_EQ(end.chunks, 3U);
  EXPECT_EQ(seen.messages, written.messages);
  EXPECT_EQ(seen.schemas["/b"], "pkg/msg/Type:float64 x\n");
  ASSERT_EQ(seen.attachments.size(), 1U);
  EXPECT_EQ(seen.attachments[0].data, "<robot/>");
  ASSERT_EQ(seen.metadata.size(), 1U);
  EXPECT_EQ(seen.metadata[0].values.at("tip"), "tool0");
}

TEST(Mcap, TheSummarySaysWhereTheChunksAre) {
  Seen written;
  const Bytes file = small_file(written);
  const std::optional<McapSummary> summary = read_summary(file);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->messages, 12U);
  EXPECT_EQ(summary->channels.size(), 2U);
  EXPECT_EQ(summary->messages_of.at(1), 6U);
  ASSERT_EQ(summary->chunks.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(summary->chunks[i].begins, 1000 + 4 * i);
    EXPECT_EQ(summary->chunks[i].ends, 1003 + 4 * i);
    EXPECT_EQ(file.at(summary->chunks[i].offset), static_cast<std::uint8_t>(McapRecord::kChunk));
  }
}

TEST(Mcap, CutOffAnywhereItIsReadToItsLastWholeChunk) {
  Seen written;
  const Bytes file = small_file(written);
  std::size_t longest = 0;
  for (std::size_t size = 1; size < file.size(); ++size) {
    const ByteView cut(file.data(), size);
    Seen seen;
    const McapEnd end = read_mcap(cut, seen);
    EXPECT_EQ(seen.messages.size(), 4 * end.chunks);
    EXPECT_GE(seen.messages.size(), longest) << "a longer file has fewer messages";
    longest = seen.messages.size();
    for (std::size_t i = 0; i < longest; ++i) EXPECT_EQ(seen.messages[i], written.messages[i]);
    EXPECT_EQ(end.whole, end.cut.empty());
    EXPECT_FALSE(read_summary(cut)) << size;
  }
  EXPECT_EQ(longest, 12U);
}

// Whatever happens to a bit: the messages as they were written, or a sentence with the place.
TEST(Mcap, DamageIsFoundOrDoesNotMatter) {
  Seen written;
  const Bytes file = small_file(written);
  std::mt19937 random(1);
  for (int i = 0; i < limber::test::scaled(20'000); ++i) {
    Bytes damaged = file;
    const std::size_t at = std::uniform_int_distribution<std::size_t>(0, file.size() - 1)(random);
    damaged[at] ^= static_cast<std::uint8_t>(1U << std::uniform_int_distribution<int>(0, 7)(random));
    Seen seen;
    try {
      const McapEnd end = read_mcap(damaged, seen);
      EXPECT_TRUE(!end.whole || seen.messages == written.messages) << "byte " << at << " of " << file.size();
      EXPECT_LE(seen.messages.size(), written.messages.size());
      read_summary(damaged);
    } catch (const RecordError& error) {
      EXPECT_EQ(std::string(error.what()).rfind("at byte ", 0), 0U) << error.what();
    }
  }
}

TEST(Mcap, SentencesSayWhatIsWrong) {
  const auto why = [](const Bytes& file) -> std::string {
    McapVisitor visitor;
    try {
      read_mcap(file, visitor);
    } catch (const RecordError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why(Bytes{'c', 's', 'v'}), "at byte 0: this is no MCAP file: it does not begin with its eight magic bytes");
  Seen written;
  Bytes file = small_file(written);
  const std::size_t chunk = read_summary(file)->chunks[1].offset;
  file[chunk + 60] ^= 1U;
  EXPECT_EQ(why(file).rfind("at byte " + std::to_string(chunk) + ": the chunk ", 0), 0U) << why(file);
  EXPECT_THROW(McapWriter("/nowhere/at/all.mcap", "test"), RecordError);
  EXPECT_THROW(MappedFile("/nowhere/at/all.mcap"), RecordError);
}

}  // namespace
}  // namespace limber::record::test
