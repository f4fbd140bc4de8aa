// Parts of an MCAP file (mcap.dev, version 0): what writer and reader share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "limber/record/bytes.hpp"

namespace limber::record {

inline constexpr std::array<std::uint8_t, 8> kMcapMagic{0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};
// The code and the length before the content of every record.
inline constexpr std::size_t kRecordHead = 9;

enum class McapRecord : std::uint8_t {
  kHeader = 1,
  kFooter = 2,
  kSchema = 3,
  kChannel = 4,
  kMessage = 5,
  kChunk = 6,
  kMessageIndex = 7,
  kChunkIndex = 8,
  kAttachment = 9,
  kAttachmentIndex = 10,
  kStatistics = 11,
  kMetadata = 12,
  kMetadataIndex = 13,
  kSummaryOffset = 14,
  kDataEnd = 15
};

using StringMap = std::map<std::string, std::string>;

struct McapSchema {
  std::uint16_t id = 0;  // from 1
  std::string name, encoding;
  std::string text;
};

struct McapChannel {
  std::uint16_t id = 0;  // from 1
  std::uint16_t schema = 0;
  std::string topic, encoding;
  StringMap metadata{};
};

// Times in ns.
struct McapMessage {
  std::uint16_t channel = 0;
  std::uint32_t sequence = 0;
  std::uint64_t log_time = 0, publish_time = 0;
  ByteView data;
};

struct McapAttachment {
  std::uint64_t time = 0;  // ns
  std::string name, media_type;
  std::string data;
};

struct McapMetadata {
  std::string name;
  StringMap values;
};

}  // namespace limber::record
