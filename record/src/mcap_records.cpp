#include "mcap_records.hpp"

namespace limber::record {

void append_strings(Bytes& to, const StringMap& map) {
  append_sized(to, [&](Bytes& b) {
    for (const auto& [key, value] : map) {
      append_string(b, key);
      append_string(b, value);
    }
  });
}

void append_counts(Bytes& to, const std::map<std::uint16_t, std::uint64_t>& map) {
  append_sized(to, [&](Bytes& b) {
    for (const auto& [key, value] : map) {
      append_number(b, key);
      append_number(b, value);
    }
  });
}

void append_schema(Bytes& to, const McapSchema& schema) {
  append_record(to, McapRecord::kSchema, [&](Bytes& b) {
    append_number(b, schema.id);
    append_string(b, schema.name);
    append_string(b, schema.encoding);
    append_string(b, schema.text);
  });
}

void append_channel(Bytes& to, const McapChannel& channel) {
  append_record(to, McapRecord::kChannel, [&](Bytes& b) {
    append_number(b, channel.id);
    append_number(b, channel.schema);
    append_string(b, channel.topic);
    append_string(b, channel.encoding);
    append_strings(b, channel.metadata);
  });
}

void append_attachment(Bytes& to, const McapAttachment& attachment) {
  append_record(to, McapRecord::kAttachment, [&](Bytes& b) {
    const std::size_t content = b.size();
    append_number(b, attachment.time);
    append_number(b, attachment.time);
    append_string(b, attachment.name);
    append_string(b, attachment.media_type);
    append_number(b, std::uint64_t{attachment.data.size()});
    append(b, view_of(attachment.data));
    append_number(b, crc32(ByteView(b).subspan(content)));
  });
}

void append_metadata(Bytes& to, const McapMetadata& metadata) {
  append_record(to, McapRecord::kMetadata, [&](Bytes& b) {
    append_string(b, metadata.name);
    append_strings(b, metadata.values);
  });
}

}  // namespace limber::record
