// Joins the sentences of a configuration error.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/error_collector.hpp"

namespace limber::config {
namespace {

// A quoted path may contain terminal control sequences such as "\e[2J"; they are replaced by blanks.
std::vector<std::string>& made_printable(std::vector<std::string>& sentences) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  for (std::string& sentence : sentences) std::replace_if(sentence.begin(), sentence.end(), is_control, ' ');
  return sentences;
}

}  // namespace

ConfigError::ConfigError(std::vector<std::string> sentences)
    : std::runtime_error(fmt::format("{}", fmt::join(made_printable(sentences), "\n"))),
      sentences_(std::move(sentences)) {}

void ErrorCollector::add(const std::string& sentence) {
  if (sentences_.size() < kMaxSentences) {
    sentences_.push_back(sentence);
  } else {
    ++left_out_;
  }
}

void ErrorCollector::throw_if_any() const {
  if (sentences_.empty()) return;
  std::vector<std::string> sentences = sentences_;
  if (left_out_ > 0) sentences.push_back(fmt::format("(and {} more)", left_out_));
  throw ConfigError(std::move(sentences));
}

}  // namespace limber::config
