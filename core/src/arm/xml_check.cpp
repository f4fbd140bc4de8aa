#include "arm/xml_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "limber/arm.hpp"

namespace limber {
namespace {

// A robot with hundreds of links is far below these limits; above them, the recursion of the XML readers may overflow
// the stack of a thread.
constexpr std::size_t kMaxBytes = std::size_t{8} << 20;
constexpr std::size_t kMaxElements = 10000;
constexpr std::size_t kMaxDepth = 64;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' || (c & 0x80) != 0;
}

bool is_name(char c) { return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.'; }

// The bytes of the UTF-8 character at `at`; 0 if it is not valid, or a control character.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return (lead >= 0x20 && lead != 0x7f) || is_space(text[at]) ? 1 : 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

class XmlCheck {
 public:
  XmlCheck(const std::string& xml, const std::string& source) : text_(xml), source_(source), tags_(xml) {}

  std::string run() {
    check_characters();
    if (text_.starts_with("\xef\xbb\xbf")) blank_to(3);
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        text();
      } else if (looking_at("<!--")) {
        blank_past("-->", "a comment");
      } else if (looking_at("<?")) {
        blank_past("?>", "a processing instruction");
      } else if (looking_at("<![CDATA[")) {
        blank_past("]]>", "a CDATA section");
      } else if (looking_at("<!")) {
        fail("has a <!DOCTYPE> or similar declaration; a URDF has none");
      } else if (looking_at("</")) {
        end_tag();
      } else {
        start_tag();
      }
    }
    if (!open_.empty()) fail(fmt::format("ends inside <{}>; every element must be closed", open_.back()));
    if (elements_ == 0) fail("has no element; a URDF is one <robot> element");
    return std::move(tags_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw ArmError(fmt::format("{}:{}: the XML {}", source_, line, what));
  }

  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void check_characters() {
    if (text_.empty()) throw ArmError(fmt::format("{}: the text is empty; a URDF is one <robot> element", source_));
    if (text_.size() > kMaxBytes) {
      throw ArmError(fmt::format("{}: the text has {} bytes; at most {} are read", source_, text_.size(), kMaxBytes));
    }
    for (std::size_t length; at_ < text_.size(); at_ += length) {
      length = character_length(text_, at_);
      if (length == 0) {
        fail(fmt::format("has the byte 0x{:02x}, which is not a valid character; a URDF must be UTF-8 text",
                         static_cast<unsigned char>(text_[at_])));
      }
    }
    at_ = 0;
  }

  void blank_to(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') tags_[at_] = ' ';
    }
  }

  void blank_past(std::string_view terminator, std::string_view what) {
    const std::size_t end = text_.find(terminator, at_ + 2);
    if (end == std::string_view::npos) fail(fmt::format("has {} that does not end with {}", what, terminator));
    blank_to(end + terminator.size());
  }

  void text() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    while (at_ < end && is_space(text_[at_])) blank_to(at_ + 1);
    if (open_.empty() && at_ < end) fail("has text outside its element; a URDF is one <robot> element");
    blank_to(end);
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) tags_[at_++] = ' ';
  }

  std::string_view name(std::string_view what) {
    const std::size_t begin = at_;
    if (at_ >= text_.size() || !is_name_start(text_[at_])) fail(fmt::format("lacks {} here", what));
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void expect(char c) {
    if (at_ >= text_.size() || text_[at_] != c) fail(fmt::format("lacks a '{}' here", c));
    ++at_;
  }

  void start_tag() {
    ++at_;
    const std::string_view element = name("the name of an element");
    if (element.starts_with("xacro:")) fail(fmt::format("has <{}>; expand the file with xacro first", element));
    if (open_.empty() && elements_ > 0) fail(fmt::format("has <{}> after its one element", element));
    if (++elements_ > kMaxElements) fail(fmt::format("has more than {} elements", kMaxElements));
    for (skip_space(); at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/'; skip_space()) attribute();
    const bool closed = looking_at("/");
    if (closed) ++at_;
    expect('>');
    if (closed) return;
    open_.push_back(element);
    if (open_.size() > kMaxDepth) fail(fmt::format("nests deeper than {} elements", kMaxDepth));
  }

  void attribute() {
    if (!is_space(text_[at_ - 1])) fail("lacks a blank between attributes");
    const std::string_view attribute = name("the name of an attribute");
    skip_space();
    expect('=');
    skip_space();
    const char quote = looking_at("'") ? '\'' : '"';
    expect(quote);
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '<') fail(fmt::format("has a '<' inside the value of '{}'", attribute));
      if (looking_at("&#")) fail(fmt::format("has a character reference (&#...;) in '{}'; write it out", attribute));
      if (is_space(text_[at_])) tags_[at_] = ' ';
      if (text_[at_] == '%') tags_[at_] = '_';
    }
    expect(quote);
  }

  void end_tag() {
    at_ += 2;
    const std::string_view element = name("the name of an element");
    if (open_.empty()) fail(fmt::format("has </{}> with nothing to close", element));
    if (element != open_.back()) fail(fmt::format("closes <{}> with </{}>", open_.back(), element));
    open_.pop_back();
    skip_space();
    expect('>');
  }

  std::string_view text_;
  const std::string& source_;
  std::string tags_;
  std::size_t at_ = 0;
  std::size_t elements_ = 0;
  std::vector<std::string_view> open_;
};

}  // namespace

std::string checked_xml(const std::string& xml, const std::string& source) { return XmlCheck(xml, source).run(); }

}  // namespace limber
