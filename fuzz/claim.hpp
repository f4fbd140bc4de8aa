// What a fuzz target claims for any input. A broken claim ends the program, and libFuzzer keeps the input. An exception
// that no claim allows ends it too.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "config/error_collector.hpp"
#include "limber/configuration.hpp"

namespace limber::fuzz {

inline void claim(bool holds, std::string_view claimed, std::string_view seen = "") {
  if (holds) return;
  std::fprintf(stderr, "A claim does not hold: %.*s. Seen: %.*s\n", static_cast<int>(claimed.size()), claimed.data(),
               static_cast<int>(seen.size()), seen.data());
  std::abort();
}

// A sentence is for a terminal: one line without control characters.
inline void claim_sentence(std::string_view sentence, std::string_view start) {
  claim(!sentence.empty(), "a refusal says something");
  claim(sentence.starts_with(start), "a refusal begins with what was read", sentence);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  claim(std::none_of(sentence.begin(), sentence.end(), is_control), "a refusal has no control characters", sentence);
}

// Whether `read` accepted its input. If it refuses, it must throw a ConfigError whose sentences begin with `start`,
// except the one that counts the sentences left out.
template <class Read>
bool accepted(std::string_view start, Read&& read) {
  try {
    read();
    return true;
  } catch (const config::ConfigError& error) {
    claim(!error.sentences().empty(), "a refusal has a sentence");
    for (const std::string& sentence : error.sentences()) {
      claim_sentence(sentence, sentence.starts_with("(and ") ? "(and " : start);
    }
    return false;
  }
}

}  // namespace limber::fuzz
