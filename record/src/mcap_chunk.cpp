#include "limber/record/mcap_chunk.hpp"

#include <algorithm>

namespace limber::record {

void McapChunk::add(const McapMessage& message) {
  begins_ = empty() ? message.log_time : std::min(begins_, message.log_time);
  ends_ = std::max(ends_, message.log_time);
  index_[message.channel].emplace_back(message.log_time, records_.size());
  append_number(records_, static_cast<std::uint8_t>(McapRecord::kMessage));
  append_number(records_, std::uint64_t{2 + 4 + 8 + 8 + message.data.size()});
  append_number(records_, message.channel);
  append_number(records_, message.sequence);
  append_number(records_, message.log_time);
  append_number(records_, message.publish_time);
  append(records_, message.data);
}

void McapChunk::clear() {
  records_.clear();
  index_.clear();
  begins_ = ends_ = 0;
}

}  // namespace limber::record
