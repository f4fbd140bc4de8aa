// Collects errors, so that one reading of a file reports all of them, not only the first.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "limber/configuration.hpp"

namespace limber::config {

class ErrorCollector {
 public:
  // More sentences would not help the reader of a badly broken file.
  static constexpr std::size_t kMaxSentences = 10;

  void add(const std::string& sentence);
  // Runs `read`. If it throws a ConfigError, keeps the error and returns false.
  template <class Read>
  bool attempt(Read&& read) {
    try {
      std::forward<Read>(read)();
      return true;
    } catch (const ConfigError& error) {
      for (const std::string& sentence : error.sentences()) add(sentence);
      return false;
    }
  }
  bool empty() const { return sentences_.empty(); }
  // Throws a ConfigError with all collected sentences, if there are any.
  void throw_if_any() const;

 private:
  std::vector<std::string> sentences_;
  std::size_t left_out_ = 0;
};

}  // namespace limber::config
