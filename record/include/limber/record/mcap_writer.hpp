// Writes an MCAP file, record by record, each with one system call: a program that is killed leaves whole records
// behind it, and at most one that is cut off. If the disk is full, the file ends after its last whole record.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "limber/record/mcap.hpp"
#include "limber/record/mcap_chunk.hpp"

struct ZSTD_CCtx_s;

namespace limber::record {

// Not for several threads at once. Functions that write return false if the file has ended; error() says why.
class McapWriter {
 public:
  // Replaces the file. Throws RecordError if it cannot be written at all.
  McapWriter(const std::string& path, const std::string& library);
  ~McapWriter();
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  // Before the first message that needs them.
  std::uint16_t add_schema(const std::string& name, const std::string& encoding, const std::string& text);
  std::uint16_t add_channel(std::uint16_t schema, const std::string& topic, const std::string& encoding);
  bool add_attachment(const McapAttachment& attachment);
  bool add_metadata(const McapMetadata& metadata);
  bool add_chunk(const McapChunk& chunk);
  // The summary and the footer; nothing can be added afterwards.
  bool finish();

  // Empty while all is well, else one sentence.
  const std::string& error() const { return error_; }
  std::uint64_t bytes() const { return size_; }

 private:
  struct ChunkEntry {
    std::uint64_t begins, ends, offset, length;
    std::map<std::uint16_t, std::uint64_t> index_offsets;
    std::uint64_t index_length, compressed, uncompressed;
  };
  struct Group {
    McapRecord code;
    std::uint64_t begins, length;
  };

  bool write(const Bytes& bytes);
  void end_with(const std::string& why);
  Bytes compressed(const Bytes& records);
  Bytes chunk_record(const McapChunk& chunk, const Bytes& packed) const;
  void append_message_indexes(Bytes& to, const McapChunk& chunk, ChunkEntry& entry) const;
  void count(const McapChunk& chunk);
  Bytes summary(std::vector<Group>& groups) const;
  Bytes statistics() const;

  std::string path_, error_;
  int file_ = -1;
  bool finished_ = false;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;  // of all that was written
  ZSTD_CCtx_s* zstd_;

  std::vector<McapSchema> schemas_;
  std::vector<McapChannel> channels_;
  std::vector<ChunkEntry> chunks_;
  std::vector<Bytes> attachment_indexes_, metadata_indexes_;
  std::map<std::uint16_t, std::uint64_t> message_counts_;
  std::uint64_t messages_ = 0, begins_ = 0, ends_ = 0;
};

}  // namespace limber::record
