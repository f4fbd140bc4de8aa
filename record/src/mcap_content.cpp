#include "mcap_content.hpp"

#include <fmt/format.h>
#include <zstd.h>

namespace limber::record {
namespace {

// Bytes: nobody writes larger chunks, and a hostile number must not take all memory.
constexpr std::uint64_t kLargestChunk = 64U << 20;

// What a file says may hold anything; a sentence is for a terminal.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '?';
  }
  return text.substr(0, 40);
}

Bytes unpacked_zstd(ByteView packed, std::uint64_t size, std::uint64_t offset) {
  Bytes records(static_cast<std::size_t>(size));
  const std::size_t got = ZSTD_decompress(records.data(), records.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) != 0) {
    throw RecordError(fmt::format("at byte {}: the chunk cannot be unpacked: {}", offset, ZSTD_getErrorName(got)));
  }
  if (got != records.size()) {
    throw RecordError(fmt::format("at byte {}: the chunk has {} bytes unpacked; it says {}", offset, got, size));
  }
  return records;
}

}  // namespace

std::optional<McapRecordView> take_record(ByteReader& from) {
  if (from.left() < kRecordHead) return std::nullopt;
  McapRecordView record;
  record.offset = from.offset();
  record.code = static_cast<McapRecord>(from.number<std::uint8_t>("a record"));
  if (record.code == McapRecord{}) {
    throw RecordError(fmt::format("at byte {}: there is no record with code 0", record.offset));
  }
  const auto length = from.number<std::uint64_t>("a record");
  if (length > from.left()) return std::nullopt;
  record.content = from.take(length, "a record");
  return record;
}

StringMap take_strings(ByteReader& from, const char* what) {
  StringMap map;
  ByteReader in = from.nested(what);
  while (in.left() > 0) {
    std::string key = in.string(what);
    map[std::move(key)] = in.string(what);
  }
  return map;
}

std::map<std::uint16_t, std::uint64_t> take_counts(ByteReader& from, const char* what) {
  std::map<std::uint16_t, std::uint64_t> map;
  ByteReader in = from.nested(what);
  while (in.left() > 0) {
    const auto key = in.number<std::uint16_t>(what);
    map[key] = in.number<std::uint64_t>(what);
  }
  return map;
}

McapSchema take_schema(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapSchema schema;
  schema.id = in.number<std::uint16_t>("a schema");
  schema.name = in.string("the name of a schema");
  schema.encoding = in.string("the encoding of a schema");
  schema.text = in.string("the text of a schema");
  return schema;
}

McapChannel take_channel(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapChannel channel;
  channel.id = in.number<std::uint16_t>("a channel");
  channel.schema = in.number<std::uint16_t>("a channel");
  channel.topic = in.string("the topic of a channel");
  channel.encoding = in.string("the encoding of a channel");
  channel.metadata = take_strings(in, "the metadata of a channel");
  return channel;
}

McapMessage take_message(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapMessage message;
  message.channel = in.number<std::uint16_t>("a message");
  message.sequence = in.number<std::uint32_t>("a message");
  message.log_time = in.number<std::uint64_t>("a message");
  message.publish_time = in.number<std::uint64_t>("a message");
  message.data = in.take(in.left(), "a message");
  return message;
}

McapAttachment take_attachment(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapAttachment attachment;
  attachment.time = in.number<std::uint64_t>("an attachment");
  in.number<std::uint64_t>("an attachment");  // when the file was made that is attached
  attachment.name = in.string("the name of an attachment");
  attachment.media_type = in.string("the type of an attachment");
  const ByteView data = in.take(in.number<std::uint64_t>("an attachment"), "the content of an attachment");
  attachment.data.assign(reinterpret_cast<const char*>(data.data()), data.size());
  const std::uint32_t seen = crc32(record.content.first(record.content.size() - in.left()));
  const auto told = in.number<std::uint32_t>("the check sum of an attachment");
  if (told != 0 && told != seen) {
    throw RecordError(fmt::format("at byte {}: the attachment is damaged: its CRC is {:08x}, it should be {:08x}",
                                  record.offset, seen, told));
  }
  return attachment;
}

McapMetadata take_metadata(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapMetadata metadata;
  metadata.name = in.string("the name of metadata");
  metadata.values = take_strings(in, "metadata");
  return metadata;
}

McapSummary::Chunk take_chunk_index(const McapRecordView& record) {
  ByteReader in = record.reader();
  McapSummary::Chunk chunk;
  chunk.begins = in.number<std::uint64_t>("a chunk index");
  chunk.ends = in.number<std::uint64_t>("a chunk index");
  chunk.offset = in.number<std::uint64_t>("a chunk index");
  chunk.length = in.number<std::uint64_t>("a chunk index");
  take_counts(in, "a chunk index");
  in.number<std::uint64_t>("a chunk index");
  in.string("a chunk index");
  in.number<std::uint64_t>("a chunk index");
  chunk.uncompressed = in.number<std::uint64_t>("a chunk index");
  return chunk;
}

Bytes unpacked(const McapRecordView& chunk) {
  ByteReader in = chunk.reader();
  in.number<std::uint64_t>("a chunk");
  in.number<std::uint64_t>("a chunk");
  const auto size = in.number<std::uint64_t>("a chunk");
  const auto told = in.number<std::uint32_t>("a chunk");
  const std::string compression = in.string("the compression of a chunk");
  const ByteView packed = in.take(in.number<std::uint64_t>("a chunk"), "the records of a chunk");
  if (size > kLargestChunk) {
    throw RecordError(fmt::format("at byte {}: the chunk would have {} bytes unpacked; {} are allowed", chunk.offset,
                                  size, kLargestChunk));
  }
  if (compression != "zstd" && !compression.empty()) {
    throw RecordError(fmt::format("at byte {}: the chunk is compressed by '{}'; it must be zstd, or not compressed",
                                  chunk.offset, printable(compression)));
  }
  Bytes records = compression.empty() ? Bytes(packed.begin(), packed.end()) : unpacked_zstd(packed, size, chunk.offset);
  const std::uint32_t seen = crc32(records);
  if (told != 0 && told != seen) {
    throw RecordError(fmt::format("at byte {}: the chunk is damaged: its CRC is {:08x}, it should be {:08x}",
                                  chunk.offset, seen, told));
  }
  return records;
}

}  // namespace limber::record
