// Messages as ROS 2 has them on the wire: XCDR1, little-endian. Every number stands at a multiple of its size, counted
// from behind the four bytes at the beginning.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "limber/record/bytes.hpp"
#include "limber/types.hpp"

namespace limber::record {

class CdrWriter {
 public:
  CdrWriter() { begin(); }
  // Starts a message; the memory of the last one is used again.
  void begin();
  ByteView bytes() const { return bytes_; }

  template <typename Number>
  requires std::is_arithmetic_v<Number>
  void put(Number number) {
    align(sizeof(Number));
    const std::size_t end = bytes_.size();
    bytes_.resize(end + sizeof(Number));
    std::memcpy(bytes_.data() + end, &number, sizeof(Number));
  }
  void put(std::string_view text);
  void put(const char* text) { put(std::string_view(text)); }
  // The number of elements of a sequence, which follow.
  void begin_sequence(std::size_t count) { put(static_cast<std::uint32_t>(count)); }
  // As a sequence.
  void put_sequence(const double* numbers, std::size_t count);
  void put_sequence(const JointVector& q) { put_sequence(q.data(), static_cast<std::size_t>(q.size())); }
  // As an array: its length is that of its type.
  void put_array(const double* numbers, std::size_t count);

 private:
  void align(std::size_t size);

  Bytes bytes_;
};

// Reads what a CdrWriter has written; throws RecordError at the end of the bytes and for sizes that cannot be.
class CdrReader {
 public:
  explicit CdrReader(ByteView message);

  template <typename Number>
  requires std::is_arithmetic_v<Number> Number get(const char* what) {
    Number number{};
    std::memcpy(&number, take(sizeof(Number), sizeof(Number), what), sizeof(Number));
    return number;
  }
  bool get_bool(const char* what) { return get<std::uint8_t>(what) != 0; }
  std::string get_string(const char* what);
  // Of elements that need `smallest` bytes each, or more.
  std::size_t begin_sequence(std::size_t smallest, const char* what);
  std::vector<double> get_numbers(const char* what);
  JointVector get_joints(const char* what);
  void get_array(double* numbers, std::size_t count, const char* what);
  std::size_t left() const { return bytes_.size() - at_; }

 private:
  const std::uint8_t* take(std::size_t count, std::size_t alignment, const char* what);

  ByteView bytes_;
  std::size_t at_ = 4;
};

}  // namespace limber::record
