// What a configuration error is: one or more sentences a person can act on, each with file, line, key and value.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace limber::config {

// `config/ur5e.yaml:14: admittance.mass[2] is -0.8 kg; a mass must be above 0 and at most 10000`
class ConfigError : public std::runtime_error {
 public:
  explicit ConfigError(const std::string& sentence) : ConfigError(std::vector<std::string>{sentence}) {}
  // what() is the sentences, one a line.
  explicit ConfigError(std::vector<std::string> sentences);

  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  std::vector<std::string> sentences_;
};

// Gathers errors so that one reading of a file reports what there is to mend, not only the first of it.
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
