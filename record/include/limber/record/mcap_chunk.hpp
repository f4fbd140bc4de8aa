// Messages on their way to a file: they are gathered in memory, then written as one compressed chunk.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "limber/record/mcap.hpp"

namespace limber::record {

class McapChunk {
 public:
  void add(const McapMessage& message);
  void clear();

  bool empty() const { return records_.empty(); }
  // The records as they stand in a chunk before they are compressed.
  const Bytes& records() const { return records_; }
  // ns: of the earliest and of the latest message.
  std::uint64_t begins() const { return begins_; }
  std::uint64_t ends() const { return ends_; }
  // For each channel, the time of every message (ns) and where its record begins in records().
  using Index = std::map<std::uint16_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;
  const Index& index() const { return index_; }

 private:
  Bytes records_;
  Index index_;
  std::uint64_t begins_ = 0, ends_ = 0;
};

}  // namespace limber::record
