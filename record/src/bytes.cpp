// Reading within bounds, and the check sum:  CRC-32 with the reflected polynomial 0xEDB88320, eight bytes at a time.
#include "limber/record/bytes.hpp"

#include <fmt/format.h>

#include <array>

namespace limber::record {
namespace {

using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

// tables[k][b]: the remainder of byte b with k zero bytes behind it.
constexpr CrcTables make_crc_tables() {
  CrcTables tables{};
  for (std::uint32_t b = 0; b < 256; ++b) {
    std::uint32_t crc = b;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320U : 0U);
    tables[0][b] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t b = 0; b < 256; ++b) {
      const std::uint32_t before = tables[k - 1][b];
      tables[k][b] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  }
  return tables;
}

constexpr CrcTables kCrcTables = make_crc_tables();

}  // namespace

std::uint32_t crc32(ByteView bytes, std::uint32_t before) {
  std::uint32_t crc = ~before;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint32_t low = 0, high = 0;
    std::memcpy(&low, bytes.data() + i, 4);
    std::memcpy(&high, bytes.data() + i + 4, 4);
    low ^= crc;
    crc = kCrcTables[7][low & 0xFF] ^ kCrcTables[6][(low >> 8) & 0xFF] ^ kCrcTables[5][(low >> 16) & 0xFF] ^
          kCrcTables[4][low >> 24] ^ kCrcTables[3][high & 0xFF] ^ kCrcTables[2][(high >> 8) & 0xFF] ^
          kCrcTables[1][(high >> 16) & 0xFF] ^ kCrcTables[0][high >> 24];
  }
  for (; i < bytes.size(); ++i) crc = (crc >> 8) ^ kCrcTables[0][(crc ^ bytes[i]) & 0xFF];
  return ~crc;
}

ByteView ByteReader::take(std::uint64_t count, const char* what) {
  if (count > left()) {
    throw RecordError(
        fmt::format("at byte {}: {} needs {} bytes, but only {} are left", offset(), what, count, left()));
  }
  const ByteView taken = bytes_.subspan(at_, static_cast<std::size_t>(count));
  at_ += taken.size();
  return taken;
}

std::string ByteReader::string(const char* what) {
  const auto size = number<std::uint32_t>(what);
  const ByteView text = take(size, what);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

ByteReader ByteReader::nested(const char* what) {
  const auto size = number<std::uint32_t>(what);
  const std::uint64_t begins = offset();
  return ByteReader(take(size, what), begins);
}

}  // namespace limber::record
