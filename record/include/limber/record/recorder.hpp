// Records messages to an MCAP file. Whoever adds them never waits for the disk: they are gathered in memory, and a
// thread of the recorder's own compresses and writes them, a chunk at a time. If it falls behind, messages are lost and
// counted; if the disk is full, the recording ends, and nothing else.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "limber/record/cdr.hpp"
#include "limber/record/mcap_chunk.hpp"
#include "limber/record/mcap_writer.hpp"

namespace limber::record {

struct RecorderOptions {
  std::string path;
  int every = 1;       // cycles: one in so many is recorded
  bool waits = false;  // for the writing thread, instead of losing messages: where time is not that of a clock
};

// Severity of a sentence, as in rcl_interfaces/Log.
enum class LogLevel : std::uint8_t { kInfo = 20, kWarning = 30, kError = 40 };

// For one thread.
class Recorder {
 public:
  // Replaces the file. Throws RecordError if it cannot be written.
  explicit Recorder(const RecorderOptions& options);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // --- before the first message ---
  // A channel for messages of this type; its number.
  std::uint16_t add_topic(const std::string& topic, const std::string& type);
  void attach(const std::string& name, const std::string& media_type, const std::string& text);
  void add_metadata(const std::string& name, const StringMap& values);

  // `time`: s since the beginning of the run, by the robot's clock.
  void add(std::uint16_t channel, double time, ByteView message);
  void log(double time, LogLevel level, const std::string& name, const std::string& sentence);

  // Writes what is left, the metadata of the end, and the summary. Nothing can be added afterwards.
  void finish(const StringMap& end);

  int every() const { return every_; }
  // ns since 1970: the header's stamp of a message of this time, and its time in the file.
  std::uint64_t stamp(double time) const;
  void put_header(CdrWriter& to, double time, std::string_view frame) const;

  // Messages that were lost because the writing thread fell behind.
  long lost() const { return lost_; }
  // Why the recording ended before the run: one sentence, once; else empty.
  std::string take_error();
  // After finish(): nothing is missing at its end.
  bool whole() const { return error_.empty() && lost_ == 0; }
  // Of the file, so far.
  std::uint64_t bytes() const;
  // s of processor time that the writing thread has used; after finish().
  double writing_time() const { return writing_time_; }

 private:
  void hand_over();
  void write_chunks();

  const int every_;
  const bool waits_;
  const std::uint64_t began_;  // ns since 1970
  std::uint16_t log_channel_;
  std::map<std::string, std::uint16_t> schemas_;
  std::vector<std::uint32_t> sequences_;  // by channel
  McapChunk chunk_;                       // which is being filled
  CdrWriter words_;
  long lost_ = 0;
  bool finished_ = false, error_taken_ = false;

  mutable std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  McapWriter writer_;  // its error and size; it writes without the mutex, from one thread at a time
  std::deque<McapChunk> waiting_;
  std::string error_;
  std::uint64_t bytes_ = 0;
  bool ends_ = false;
  double writing_time_ = 0.0;
  std::thread thread_;
};

}  // namespace limber::record
