#include "limber/record/recorder.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <utility>

#include "limber/record/schemas.hpp"

namespace limber::record {
namespace {

// A chunk is written when it has so many bytes or spans so many ns: what a kill can cost.
constexpr std::size_t kChunkBytes = 1U << 20;
constexpr std::uint64_t kChunkTime = 1'000'000'000;
// Chunks that may wait for the disk.
constexpr std::size_t kMostWaiting = 64;

std::uint64_t now_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

double thread_time() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
}

}  // namespace

Recorder::Recorder(const RecorderOptions& options)
    : every_(options.every), waits_(options.waits), began_(now_ns()), writer_(options.path, "limber") {
  log_channel_ = add_topic("/rosout", "rcl_interfaces/msg/Log");
}

Recorder::~Recorder() { finish({}); }

std::uint16_t Recorder::add_topic(const std::string& topic, const std::string& type) {
  const auto [schema, is_new] = schemas_.try_emplace(type, 0);
  if (is_new) schema->second = writer_.add_schema(type, "ros2msg", schema_text(type));
  const std::uint16_t channel = writer_.add_channel(schema->second, topic, "cdr");
  sequences_.resize(channel + 1U, 0);
  return channel;
}

void Recorder::attach(const std::string& name, const std::string& media_type, const std::string& text) {
  writer_.add_attachment({began_, name, media_type, text});
}

void Recorder::add_metadata(const std::string& name, const StringMap& values) { writer_.add_metadata({name, values}); }

// A clock that is no number, or far away, is put at the beginning: a recording must hold that too.
std::uint64_t Recorder::stamp(double time) const {
  constexpr double kFarthest = 1e8;  // s: three years
  if (!(std::abs(time) < kFarthest)) return began_;
  return began_ + static_cast<std::uint64_t>(std::llround(time * 1e9));
}

void Recorder::put_header(CdrWriter& to, double time, std::string_view frame) const {
  const std::uint64_t at = stamp(time);
  to.put(static_cast<std::int32_t>(at / 1'000'000'000));
  to.put(static_cast<std::uint32_t>(at % 1'000'000'000));
  to.put(frame);
}

void Recorder::add(std::uint16_t channel, double time, ByteView message) {
  if (finished_) return;
  const std::uint64_t at = stamp(time);
  const bool full = chunk_.records().size() >= kChunkBytes;
  if (!chunk_.empty() && (full || at > chunk_.begins() + kChunkTime)) hand_over();
  chunk_.add({channel, sequences_[channel]++, at, at, message});
}

void Recorder::log(double time, LogLevel level, const std::string& name, const std::string& sentence) {
  words_.begin();
  const std::uint64_t at = stamp(time);
  words_.put(static_cast<std::int32_t>(at / 1'000'000'000));
  words_.put(static_cast<std::uint32_t>(at % 1'000'000'000));
  words_.put(static_cast<std::uint8_t>(level));
  words_.put(name);
  words_.put(sentence);
  words_.put("");
  words_.put("");
  words_.put(std::uint32_t{0});
  add(log_channel_, time, words_.bytes());
}

void Recorder::hand_over() {
  long messages = 0;
  for (const auto& [channel, index] : chunk_.index()) messages += static_cast<long>(index.size());
  {
    std::unique_lock lock(mutex_);
    if (!thread_.joinable()) thread_ = std::thread([this] { write_chunks(); });
    if (waits_) changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting; });
    if (waiting_.size() < kMostWaiting && error_.empty()) {
      waiting_.push_back(std::move(chunk_));
    } else {
      lost_ += messages;
    }
  }
  changed_.notify_all();
  chunk_ = McapChunk();
}

void Recorder::write_chunks() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return !waiting_.empty() || ends_; });
    if (waiting_.empty()) break;
    const McapChunk chunk = std::move(waiting_.front());
    lock.unlock();
    writer_.add_chunk(chunk);
    lock.lock();
    waiting_.pop_front();
    error_ = writer_.error();
    bytes_ = writer_.bytes();
    changed_.notify_all();
  }
  writing_time_ = thread_time();
}

void Recorder::finish(const StringMap& end) {
  if (std::exchange(finished_, true)) return;
  if (!chunk_.empty()) hand_over();
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (!end.empty()) writer_.add_metadata({"limber_end", end});
  writer_.finish();
  error_ = writer_.error();
  bytes_ = writer_.bytes();
}

std::string Recorder::take_error() {
  const std::lock_guard lock(mutex_);
  if (error_.empty() || std::exchange(error_taken_, true)) return "";
  return error_;
}

std::uint64_t Recorder::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace limber::record
