// What a parameter is: its key, type, unit, range, meaning, and how to read and write it in a struct of plain values.
//
// A controller's parameters are a list of these. The list is the only place that knows the keys: YAML files, live
// changes by key, `limber explain`, the documentation and the ROS declarations are all made from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "limber/config/bounds.hpp"

namespace limber::config {

// The types a ROS parameter can have, and YAML too.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<bool>,
                                    std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

using ParameterChanges = std::vector<std::pair<std::string, ParameterValue>>;  // by key

enum class ParameterType { kBool, kInteger, kNumber, kText, kBools, kNumbers, kTexts };

// What else the numbers of a 6 x 6 matrix must satisfy, given as 6 (its diagonal) or 36 (row-major).
enum class Definite { kNotAMatrix, kPositive, kSemipositive };

// Whether a running controller takes a new value without a restart.
enum class Change { kBeforeStart, kLive };

struct ParameterDescriptor {
  std::string key;                        // dotted, e.g. admittance.mass
  std::vector<std::string> aliases = {};  // other keys for the same; only one of them may be given
  std::string unit = {};                  // "kg, kg m²" where the first and last three of six differ
  std::string noun = "it";                // what one value is in a sentence: "a mass" must be above 0
  Bounds bounds = {};                     // of each number
  std::vector<std::size_t> lengths = {};  // allowed numbers of elements; empty: any
  std::string length_words = {};          // the same in words
  std::vector<std::string> choices = {};  // of a text, or of each text; empty: any
  std::string description = {};           // one sentence
  Change change = Change::kLive;
  std::string excludes = {};       // a key that must not be given together with this one
  std::string default_words = {};  // what holds where it is not given and has no default value
  ParameterType type = ParameterType::kNumber;
  Definite definite = Definite::kNotAMatrix;
  bool one_for_all = false;  // a single number stands for a list of one
};

// A parameter of the struct `Parameters`.
template <class Parameters>
struct Parameter {
  ParameterDescriptor descriptor;
  // Nothing where the struct holds no value.
  std::function<std::optional<ParameterValue>(const Parameters&)> read;
  // The value has the type and satisfies the checks of the descriptor.
  std::function<void(Parameters&, const ParameterValue&)> write;
};

// What is wrong with a parameter: a sentence that starts with its key, and the element it is about (-1: all).
struct ParameterProblem {
  std::string key;
  int element = -1;
  std::string sentence;
};

// The value in the type of the descriptor (whole numbers become real ones, never the reverse), or the problem.
std::variant<ParameterValue, ParameterProblem> convert(const ParameterDescriptor& descriptor,
                                                       const ParameterValue& value);

// Everything wrong with a value of the right type taken for itself: range, length, choice, symmetry, definiteness.
std::vector<ParameterProblem> check_value(const ParameterDescriptor& descriptor, const ParameterValue& value);

// "6 numbers (diagonal) or 36 (full, row-major), each above 0 and at most 10000"
std::string allowed_words(const ParameterDescriptor& descriptor);

// As YAML writes it: [1, 2.5], true, "tool0".
std::string to_yaml(const ParameterValue& value);

}  // namespace limber::config
