// A broken trajectory file, and the sentence of its refusal.
#pragma once

#include <ostream>
#include <string>

#include "limber/configuration.hpp"

namespace limber::test {

struct BrokenTrajectory {
  std::string name;
  std::string text;
  int line;
  std::string fragment;
};

inline void PrintTo(const BrokenTrajectory& broken, std::ostream* out) { *out << broken.text; }

// The error of `parse` for the text; "" if it accepts it.
template <class Parse>
std::string refusal(const std::string& text, const std::string& source, Parse parse) {
  try {
    parse(text, source);
  } catch (const config::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace limber::test
