// Reads MCAP files: ours, and those of others with chunks that are compressed by zstd or not at all. Whatever the bytes
// are, the answer is what they hold, or a RecordError that names the byte.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "limber/record/mcap.hpp"

namespace limber::record {

// What a reader calls for each thing it comes across, in the order of the file. Views are valid during the call.
class McapVisitor {
 public:
  virtual ~McapVisitor() = default;
  virtual void see(const McapChannel& /*channel*/, const McapSchema* /*schema; null: none*/) {}
  virtual void see(const McapMessage& /*message*/, const McapChannel& /*channel*/) {}
  virtual void see(const McapAttachment&) {}
  virtual void see(const McapMetadata&) {}
};

// How a file ends.
struct McapEnd {
  bool whole = false;  // its data section ends as it should
  std::string cut{};   // else one sentence: where it is cut off
  std::uint64_t chunks = 0, messages = 0;
};

// From the beginning to the end, or to where the file is cut off. All check sums are checked. Throws RecordError.
McapEnd read_mcap(ByteView file, McapVisitor& visitor);

// What stands at the end of a whole file.
struct McapSummary {
  struct Chunk {
    std::uint64_t begins = 0, ends = 0;  // ns
    std::uint64_t offset = 0, length = 0, uncompressed = 0;
  };
  std::vector<McapSchema> schemas;
  std::vector<McapChannel> channels;
  std::vector<Chunk> chunks;
  std::uint64_t messages = 0;
  std::map<std::uint16_t, std::uint64_t> messages_of;  // by channel
};

// Nothing if the file has no footer: it is cut off. Throws RecordError if the summary is not what it should be.
std::optional<McapSummary> read_summary(ByteView file);

// A file in memory, read only. Throws RecordError.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ByteView bytes() const { return {static_cast<const std::uint8_t*>(address_), size_}; }

 private:
  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace limber::record
