// Joins the sentences of a configuration error.
#include "limber/config/config_error.hpp"

#include <fmt/format.h>

namespace limber::config {

ConfigError::ConfigError(std::vector<std::string> sentences)
    : std::runtime_error(fmt::format("{}", fmt::join(sentences, "\n"))), sentences_(std::move(sentences)) {}

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
