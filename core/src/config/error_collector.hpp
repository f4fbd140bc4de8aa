// Gathers errors so that one reading of a file reports what there is to mend, not only the first of it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "limber/configuration.hpp"

namespace limber::config {

class ErrorCollector {
 public:
  // A file broken from end to end is not worth more sentences than a person reads.
  static constexpr std::size_t kMaxSentences = 10;

  void add(const std::string& sentence);
  // Runs `read`; a ConfigError it throws is kept and false returned.
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
  // Throws a ConfigError of all that was added; does nothing where nothing was.
  void throw_if_any() const;

 private:
  std::vector<std::string> sentences_;
  std::size_t left_out_ = 0;
};

}  // namespace limber::config
