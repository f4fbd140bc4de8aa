// Little-endian numbers and strings in a growing buffer, and out of a buffer that may hold anything.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace limber::record {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they are");

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

// A file that is not what it should be; the sentence says where, in bytes from its beginning.
class RecordError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline ByteView view_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

inline void append(Bytes& to, ByteView bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

template <typename Number>
requires std::integral<Number>
void append_number(Bytes& to, Number number) {
  const std::size_t end = to.size();
  to.resize(end + sizeof(Number));
  std::memcpy(to.data() + end, &number, sizeof(Number));
}

// 4 bytes of length, then the text.
inline void append_string(Bytes& to, std::string_view text) {
  append_number(to, static_cast<std::uint32_t>(text.size()));
  append(to, view_of(text));
}

// Overwrites a number that was appended before its value was known.
template <typename Number>
requires std::integral<Number>
void put_number(Bytes& to, std::size_t at, Number number) { std::memcpy(to.data() + at, &number, sizeof(Number)); }

// Reads what the functions above have appended. Never beyond the end: it throws RecordError instead.
class ByteReader {
 public:
  // `begins`: where the bytes begin in the file, for sentences.
  explicit ByteReader(ByteView bytes, std::uint64_t begins = 0) : bytes_(bytes), begins_(begins) {}

  std::size_t left() const { return bytes_.size() - at_; }
  // In the file.
  std::uint64_t offset() const { return begins_ + at_; }

  template <typename Number>
  requires std::integral<Number> Number number(const char* what) {
    Number value{};
    std::memcpy(&value, take(sizeof(Number), what).data(), sizeof(Number));
    return value;
  }
  ByteView take(std::uint64_t count, const char* what);
  std::string string(const char* what);
  // The content of a map or an array: as long as its 4 bytes of length say.
  ByteReader nested(const char* what);

 private:
  ByteView bytes_;
  std::uint64_t begins_;
  std::size_t at_ = 0;
};

// CRC-32 (ISO-HDLC, as zlib and MCAP have it) of `bytes` after those that gave `before`.
std::uint32_t crc32(ByteView bytes, std::uint32_t before = 0);

}  // namespace limber::record
