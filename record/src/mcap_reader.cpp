#include "limber/record/mcap_reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "mcap_content.hpp"

namespace limber::record {
namespace {

void check_magic(ByteView file) {
  const std::size_t most = std::min(file.size(), kMcapMagic.size());
  if (most > 0 && std::equal(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(most), kMcapMagic.begin()))
    return;
  throw RecordError("at byte 0: this is no MCAP file: it does not begin with its eight magic bytes");
}

// Follows the data section.
class DataWalk {
 public:
  DataWalk(ByteView file, McapVisitor& visitor) : file_(file), visitor_(&visitor) {}

  McapEnd walk() {
    check_magic(file_);
    if (file_.size() < kMcapMagic.size()) return cut_at(file_.size());
    ByteReader in(file_.subspan(kMcapMagic.size()), kMcapMagic.size());
    while (true) {
      const std::uint64_t offset = in.offset();
      const std::optional<McapRecordView> record = take_record(in);
      if (!record) return cut_at(offset);
      if (record->code == McapRecord::kDataEnd) return end_at(*record);
      if (record->code == McapRecord::kFooter) {
        throw RecordError(fmt::format("at byte {}: there is a footer before the data has ended", record->offset));
      }
      see(*record);
    }
  }

 private:
  McapEnd cut_at(std::uint64_t offset) {
    end_.cut = fmt::format("the file is cut off at byte {}, after {} whole chunks", offset, end_.chunks);
    return end_;
  }
  McapEnd finished() {
    end_.whole = true;
    return end_;
  }
  McapEnd end_at(const McapRecordView& record) {
    const auto told = record.reader().number<std::uint32_t>("the end of the data");
    const std::uint32_t seen = told == 0 ? 0 : crc32(file_.first(record.offset));
    if (told == seen) return finished();
    throw RecordError(
        fmt::format("at byte {}: the file is damaged: the CRC of all before is {:08x}, it should be {:08x}",
                    record.offset, seen, told));
  }

  void see(const McapRecordView& record) {
    switch (record.code) {
      case McapRecord::kSchema: {
        McapSchema schema = take_schema(record);
        schemas_[schema.id] = std::move(schema);
        return;
      }
      case McapRecord::kChannel:
        return see_channel(record);
      case McapRecord::kMessage:
        return see_message(record);
      case McapRecord::kChunk:
        return see_chunk(record);
      case McapRecord::kAttachment:
        return visitor_->see(take_attachment(record));
      case McapRecord::kMetadata:
        return visitor_->see(take_metadata(record));
      default:
        return;  // what only helps to find things, and what is not known
    }
  }

  void see_channel(const McapRecordView& record) {
    McapChannel channel = take_channel(record);
    const auto schema = schemas_.find(channel.schema);
    if (schema == schemas_.end() && channel.schema != 0) {
      throw RecordError(fmt::format("at byte {}: channel {} has schema {}, which is not in the file", record.offset,
                                    channel.id, channel.schema));
    }
    visitor_->see(channel, schema == schemas_.end() ? nullptr : &schema->second);
    channels_[channel.id] = std::move(channel);
  }

  void see_message(const McapRecordView& record) {
    const McapMessage message = take_message(record);
    const auto channel = channels_.find(message.channel);
    if (channel == channels_.end()) {
      throw RecordError(fmt::format("at byte {}: a message is on channel {}, which is not in the file", record.offset,
                                    message.channel));
    }
    ++end_.messages;
    visitor_->see(message, channel->second);
  }

  void see_chunk(const McapRecordView& chunk) {
    const Bytes records = unpacked(chunk);
    ByteReader in(records, 0);
    try {
      while (in.left() > 0) {
        const std::optional<McapRecordView> record = take_record(in);
        if (!record) throw RecordError(fmt::format("at byte {}: a record is longer than the rest", in.offset()));
        if (record->code != McapRecord::kChunk) see(*record);
      }
    } catch (const RecordError& error) {
      throw RecordError(fmt::format("at byte {}: in the unpacked chunk, {}", chunk.offset, error.what()));
    }
    ++end_.chunks;
  }

  ByteView file_;
  McapVisitor* visitor_;
  McapEnd end_;
  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
};

void see_summary(const McapRecordView& record, McapSummary& summary) {
  if (record.code == McapRecord::kSchema) summary.schemas.push_back(take_schema(record));
  if (record.code == McapRecord::kChannel) summary.channels.push_back(take_channel(record));
  if (record.code == McapRecord::kChunkIndex) summary.chunks.push_back(take_chunk_index(record));
  if (record.code != McapRecord::kStatistics) return;
  ByteReader in = record.reader();
  summary.messages = in.number<std::uint64_t>("the statistics");
  in.take(2 + 4 * 4 + 8 + 8, "the statistics");
  summary.messages_of = take_counts(in, "the statistics");
}

}  // namespace

McapEnd read_mcap(ByteView file, McapVisitor& visitor) { return DataWalk(file, visitor).walk(); }

std::optional<McapSummary> read_summary(ByteView file) {
  check_magic(file);
  constexpr std::size_t kFooterSize = kRecordHead + 8 + 8 + 4;
  const std::size_t magic = kMcapMagic.size();
  if (file.size() < 2 * magic + kFooterSize) return std::nullopt;
  if (!std::equal(kMcapMagic.begin(), kMcapMagic.end(), file.end() - static_cast<std::ptrdiff_t>(magic))) {
    return std::nullopt;
  }
  const std::size_t footer_at = file.size() - magic - kFooterSize;
  ByteReader footer_bytes(file.subspan(footer_at, kFooterSize), footer_at);
  const std::optional<McapRecordView> footer = take_record(footer_bytes);
  if (!footer || footer->code != McapRecord::kFooter) return std::nullopt;
  ByteReader in = footer->reader();
  const auto begins = in.number<std::uint64_t>("the footer");
  in.number<std::uint64_t>("the footer");
  const auto told = in.number<std::uint32_t>("the footer");
  McapSummary summary;
  if (begins == 0) return summary;
  if (begins > footer_at) {
    throw RecordError(fmt::format("at byte {}: the summary would begin at byte {}, after it", footer_at, begins));
  }
  const ByteView bytes = file.subspan(begins, file.size() - magic - 4 - begins);
  if (told != 0 && told != crc32(bytes)) {
    throw RecordError(fmt::format("at byte {}: the summary is damaged: its CRC is {:08x}, it should be {:08x}", begins,
                                  crc32(bytes), told));
  }
  ByteReader records(file.subspan(begins, footer_at - begins), begins);
  while (const std::optional<McapRecordView> record = take_record(records)) see_summary(*record, summary);
  return summary;
}

MappedFile::MappedFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  const bool known = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
  if (known && status.st_size > 0) {
    size_ = static_cast<std::size_t>(status.st_size);
    address_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
  }
  const std::string why = file >= 0 && !known ? "it is not a file" : std::strerror(errno);
  if (file >= 0) close(file);
  if (!known || address_ == MAP_FAILED) throw RecordError(fmt::format("{}: it cannot be read: {}", path, why));
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) munmap(address_, size_);
}

}  // namespace limber::record
