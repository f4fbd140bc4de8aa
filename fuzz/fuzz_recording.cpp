// Fuzzes bytes as a recording. Whatever they are: messages, or one sentence with the byte. A cycle or an input that is
// accepted is written again as the same bytes.
#include <cstdint>
#include <string>

#include "claim.hpp"
#include "limber/record/mcap_reader.hpp"
#include "limber/record/recorded_input.hpp"

namespace limber::fuzz {
namespace {

using namespace limber::record;

// Whether `read` accepted what it got; if it refuses, in a sentence for a terminal.
template <class Read>
bool takes(std::string_view start, Read&& read) {
  try {
    read();
    return true;
  } catch (const RecordError& error) {
    claim_sentence(error.what(), start);
    return false;
  }
}

void put_header(CdrWriter& to) {
  to.put(std::int32_t{0});
  to.put(std::uint32_t{0});
  to.put("");
}

std::string written(const TappedCycle& cycle) {
  CdrWriter to;
  put_header(to);
  put_cycle(to, cycle);
  return {to.bytes().begin(), to.bytes().end()};
}

std::string written(const RecordedInput& input) {
  CdrWriter to;
  put_header(to);
  put_input(to, input);
  return {to.bytes().begin(), to.bytes().end()};
}

// What was read is read again as it was, to the last bit.
template <class Value>
void claim_same(const Value& value, Value (*read)(ByteView)) {
  const std::string once = written(value);
  claim(written(read(view_of(once))) == once, "what was read is written and read as it was");
}

struct Reads : McapVisitor {
  std::uint64_t messages = 0;
  void see(const McapMessage& message, const McapChannel&) override {
    ++messages;
    TappedCycle cycle;
    RecordedInput input;
    if (takes("", [&] { cycle = get_cycle(message.data); })) claim_same(cycle, get_cycle);
    if (takes("", [&] { input = get_input(message.data); })) claim_same(input, get_input);
  }
};

void read_file(ByteView file) {
  Reads reads;
  McapEnd end;
  if (takes("at byte ", [&] { end = read_mcap(file, reads); })) {
    claim(end.messages == reads.messages, "every message is counted");
    claim(end.whole == end.cut.empty(), "a file that is cut off says where");
  }
  takes("at byte ", [&] { read_summary(file); });
}

}  // namespace
}  // namespace limber::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  limber::fuzz::read_file({bytes, size});
  return 0;
}
