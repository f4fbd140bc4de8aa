// Records of an MCAP file as bytes.
#pragma once

#include <cstdint>
#include <map>

#include "limber/record/mcap.hpp"

namespace limber::record {

// Appends a record whose content `fill(Bytes&)` appends.
template <typename Fill>
void append_record(Bytes& to, McapRecord code, Fill&& fill) {
  append_number(to, static_cast<std::uint8_t>(code));
  const std::size_t length_at = to.size();
  append_number(to, std::uint64_t{0});
  fill(to);
  put_number(to, length_at, static_cast<std::uint64_t>(to.size() - length_at - 8));
}

// An array or a map: 4 bytes of length, then what `fill(Bytes&)` appends.
template <typename Fill>
void append_sized(Bytes& to, Fill&& fill) {
  const std::size_t length_at = to.size();
  append_number(to, std::uint32_t{0});
  fill(to);
  put_number(to, length_at, static_cast<std::uint32_t>(to.size() - length_at - 4));
}

void append_strings(Bytes& to, const StringMap& map);
void append_counts(Bytes& to, const std::map<std::uint16_t, std::uint64_t>& map);
void append_schema(Bytes& to, const McapSchema& schema);
void append_channel(Bytes& to, const McapChannel& channel);
void append_attachment(Bytes& to, const McapAttachment& attachment);
void append_metadata(Bytes& to, const McapMetadata& metadata);

}  // namespace limber::record
