// The content of the records of an MCAP file, out of bytes that may hold anything.
#pragma once

#include "limber/record/mcap.hpp"
#include "limber/record/mcap_reader.hpp"

namespace limber::record {

struct McapRecordView {
  McapRecord code{};
  std::uint64_t offset = 0;  // of its first byte, in the file
  ByteView content;

  ByteReader reader() const { return ByteReader(content, offset + kRecordHead); }
};

// The next record; nothing if it is cut off. `end`: of what holds the records. Throws RecordError for code 0.
std::optional<McapRecordView> take_record(ByteReader& from);

StringMap take_strings(ByteReader& from, const char* what);
std::map<std::uint16_t, std::uint64_t> take_counts(ByteReader& from, const char* what);
McapSchema take_schema(const McapRecordView& record);
McapChannel take_channel(const McapRecordView& record);
McapMessage take_message(const McapRecordView& record);
McapAttachment take_attachment(const McapRecordView& record);
McapMetadata take_metadata(const McapRecordView& record);
McapSummary::Chunk take_chunk_index(const McapRecordView& record);
// The records within a chunk, unpacked and checked.
Bytes unpacked(const McapRecordView& chunk);

}  // namespace limber::record
