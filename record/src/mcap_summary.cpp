// The end of an MCAP file: where everything is in it.
#include "limber/record/mcap_writer.hpp"
#include "mcap_records.hpp"

namespace limber::record {

Bytes McapWriter::statistics() const {
  Bytes bytes;
  append_record(bytes, McapRecord::kStatistics, [&](Bytes& b) {
    append_number(b, messages_);
    append_number(b, static_cast<std::uint16_t>(schemas_.size()));
    append_number(b, static_cast<std::uint32_t>(channels_.size()));
    append_number(b, static_cast<std::uint32_t>(attachment_indexes_.size()));
    append_number(b, static_cast<std::uint32_t>(metadata_indexes_.size()));
    append_number(b, static_cast<std::uint32_t>(chunks_.size()));
    append_number(b, begins_);
    append_number(b, ends_);
    append_counts(b, message_counts_);
  });
  return bytes;
}

Bytes McapWriter::summary(std::vector<Group>& groups) const {
  Bytes bytes;
  const auto group = [&](McapRecord code, auto&& fill) {
    const std::size_t begin = bytes.size();
    fill();
    if (bytes.size() > begin) groups.push_back({code, size_ + begin, bytes.size() - begin});
  };
  const auto group_of = [&](McapRecord code, const std::vector<Bytes>& records) {
    group(code, [&] {
      for (const Bytes& record : records) append(bytes, record);
    });
  };
  group(McapRecord::kSchema, [&] {
    for (const McapSchema& schema : schemas_) append_schema(bytes, schema);
  });
  group(McapRecord::kChannel, [&] {
    for (const McapChannel& channel : channels_) append_channel(bytes, channel);
  });
  group_of(McapRecord::kStatistics, {statistics()});
  group(McapRecord::kChunkIndex, [&] {
    for (const ChunkEntry& chunk : chunks_) {
      append_record(bytes, McapRecord::kChunkIndex, [&](Bytes& b) {
        for (const std::uint64_t number : {chunk.begins, chunk.ends, chunk.offset, chunk.length}) {
          append_number(b, number);
        }
        append_counts(b, chunk.index_offsets);
        append_number(b, chunk.index_length);
        append_string(b, "zstd");
        append_number(b, chunk.compressed);
        append_number(b, chunk.uncompressed);
      });
    }
  });
  group_of(McapRecord::kAttachmentIndex, attachment_indexes_);
  group_of(McapRecord::kMetadataIndex, metadata_indexes_);
  return bytes;
}

bool McapWriter::finish() {
  if (finished_ || file_ < 0) return error_.empty();
  finished_ = true;
  Bytes end;
  append_record(end, McapRecord::kDataEnd, [&](Bytes& b) { append_number(b, crc_); });
  if (!write(end)) return false;
  std::vector<Group> groups;
  Bytes bytes = summary(groups);
  const std::uint64_t summary_begins = size_, offsets_begin = size_ + bytes.size();
  for (const Group& group : groups) {
    append_record(bytes, McapRecord::kSummaryOffset, [&](Bytes& b) {
      append_number(b, static_cast<std::uint8_t>(group.code));
      append_number(b, group.begins);
      append_number(b, group.length);
    });
  }
  // Its check sum is of all before it, the head of this record included.
  append_number(bytes, static_cast<std::uint8_t>(McapRecord::kFooter));
  append_number(bytes, std::uint64_t{8 + 8 + 4});
  append_number(bytes, summary_begins);
  append_number(bytes, offsets_begin);
  append_number(bytes, crc32(bytes));
  append(bytes, kMcapMagic);
  return write(bytes);
}

}  // namespace limber::record
