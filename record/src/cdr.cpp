#include "limber/record/cdr.hpp"

#include <fmt/format.h>

namespace limber::record {
namespace {

// What kind of bytes follow: plain CDR, little-endian, without options.
constexpr std::array<std::uint8_t, 4> kEncapsulation{0, 1, 0, 0};

}  // namespace

void CdrWriter::begin() { bytes_.assign(kEncapsulation.begin(), kEncapsulation.end()); }

void CdrWriter::align(std::size_t size) {
  const std::size_t beyond = (bytes_.size() - kEncapsulation.size()) % size;
  if (beyond > 0) bytes_.resize(bytes_.size() + size - beyond);
}

void CdrWriter::put(std::string_view text) {
  put(static_cast<std::uint32_t>(text.size() + 1));
  append(bytes_, view_of(text));
  bytes_.push_back(0);
}

void CdrWriter::put_sequence(const double* numbers, std::size_t count) {
  begin_sequence(count);
  if (count > 0) put_array(numbers, count);
}

void CdrWriter::put_array(const double* numbers, std::size_t count) {
  align(sizeof(double));
  append(bytes_, {reinterpret_cast<const std::uint8_t*>(numbers), count * sizeof(double)});
}

CdrReader::CdrReader(ByteView message) : bytes_(message) {
  if (message.size() < kEncapsulation.size() || message[0] != 0 || message[1] != 1) {
    throw RecordError("the message is not little-endian CDR");
  }
}

const std::uint8_t* CdrReader::take(std::size_t count, std::size_t alignment, const char* what) {
  const std::size_t beyond = (at_ - kEncapsulation.size()) % alignment;
  const std::size_t padding = beyond > 0 ? alignment - beyond : 0;
  if (padding > left() || count > left() - padding) {
    throw RecordError(fmt::format("byte {} of the message: {} needs {} bytes, but only {} are left", at_, what,
                                  count + padding, left()));
  }
  const std::uint8_t* taken = bytes_.data() + at_ + padding;
  at_ += padding + count;
  return taken;
}

std::string CdrReader::get_string(const char* what) {
  const auto size = get<std::uint32_t>(what);
  const auto* text = reinterpret_cast<const char*>(take(size, 1, what));
  return size == 0 ? "" : std::string(text, size - 1);
}

std::size_t CdrReader::begin_sequence(std::size_t smallest, const char* what) {
  const auto count = get<std::uint32_t>(what);
  if (count > left() / smallest) {
    throw RecordError(
        fmt::format("byte {} of the message: {} would have {} elements; there are {} bytes", at_, what, count, left()));
  }
  return count;
}

std::vector<double> CdrReader::get_numbers(const char* what) {
  std::vector<double> numbers(begin_sequence(sizeof(double), what));
  if (!numbers.empty()) get_array(numbers.data(), numbers.size(), what);
  return numbers;
}

JointVector CdrReader::get_joints(const char* what) {
  const std::size_t count = begin_sequence(sizeof(double), what);
  if (count > static_cast<std::size_t>(kMaxJoints)) {
    throw RecordError(
        fmt::format("byte {} of the message: {} has {} joints; at most {} are possible", at_, what, count, kMaxJoints));
  }
  JointVector q(static_cast<Eigen::Index>(count));
  if (count > 0) get_array(q.data(), count, what);
  return q;
}

void CdrReader::get_array(double* numbers, std::size_t count, const char* what) {
  std::memcpy(numbers, take(count * sizeof(double), sizeof(double), what), count * sizeof(double));
}

}  // namespace limber::record
