/// @file
/// Parameters by key: from YAML files, from changes at run time, and what is allowed of each. Trajectories from files.
///
/// A controller's parameters are a list. The list is the only place that knows the keys: YAML files, live changes by
/// key, `limber explain`, docs/configuration.md and the ROS 2 parameters are all made from it. Nothing here belongs in
/// the control thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "limber/admittance_parameters.hpp"
#include "limber/compliant_point.hpp"
#include "limber/variable_stiffness_parameters.hpp"

/// Configuration: parameters by key, and trajectories from files.
namespace limber::config {

/// One or more sentences that a person can act on, each with file, line, key and value:
/// `config/ur5e.yaml:14: admittance.mass[2] is -0.8 kg; a mass must be above 0 and at most 10000`
class ConfigError : public std::runtime_error {
 public:
  /// Of one sentence.
  explicit ConfigError(const std::string& sentence) : ConfigError(std::vector<std::string>{sentence}) {}
  /// Of several sentences; what() is the sentences, one a line.
  explicit ConfigError(std::vector<std::string> sentences);

  /// One for each error, each on one line.
  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  std::vector<std::string> sentences_;
};

/// The range a number must lie in, and how to say it: above(0).to(10) is "above 0 and at most 10".
struct Bounds {
  double low = -std::numeric_limits<double>::max();  ///< the least number that is allowed
  double high = std::numeric_limits<double>::max();  ///< the largest number that is allowed
  bool low_open = false;                             ///< low itself is out
  bool high_open = false;                            ///< high itself is out
  bool minus_infinity = false;                       ///< -infinity is allowed besides
  bool plus_infinity = false;                        ///< infinity is allowed besides

  /// The same, and at most `most`.
  constexpr Bounds to(double most) const { return with_high(most, false); }
  /// The same, and less than `end`.
  constexpr Bounds below(double end) const { return with_high(end, true); }
  /// The same, or infinity.
  constexpr Bounds or_infinity() const {
    Bounds b = *this;
    b.plus_infinity = true;
    return b;
  }
  /// The same, or -infinity.
  constexpr Bounds or_minus_infinity() const {
    Bounds b = *this;
    b.minus_infinity = true;
    return b;
  }

  /// Whether `value` is allowed: false for NaN, and for an infinity that is not allowed.
  bool contains(double value) const;
  /// The range in words: "above 0 and at most 10, or .inf"; "finite" without a bound.
  std::string words() const;

 private:
  constexpr Bounds with_high(double value, bool open) const {
    Bounds b = *this;
    b.high = value;
    b.high_open = open;
    return b;
  }
};

/// At least `least`.
constexpr Bounds from(double least) {
  Bounds b;
  b.low = least;
  return b;
}
/// More than `start`.
constexpr Bounds above(double start) {
  Bounds b = from(start);
  b.low_open = true;
  return b;
}
/// From -magnitude to magnitude.
constexpr Bounds within(double magnitude) { return from(-magnitude).to(magnitude); }

/// The types a ROS parameter can have, and YAML too.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<bool>,
                                    std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

/// New values by key.
using ParameterChanges = std::vector<std::pair<std::string, ParameterValue>>;

/// The type that a parameter has.
enum class ParameterType {
  kBool,     ///< true or false
  kInteger,  ///< a whole number
  kNumber,   ///< a real number
  kText,     ///< a string
  kBools,    ///< a list of true or false
  kNumbers,  ///< a list of real numbers
  kTexts     ///< a list of strings
};

/// What else the numbers of a 6 x 6 matrix must satisfy, given as 6 (its diagonal) or 36 (row-major).
enum class Definite {
  kNotAMatrix,   ///< nothing: they are no matrix
  kPositive,     ///< symmetric, positive definite
  kSemipositive  ///< symmetric, positive semi-definite
};

/// When a parameter may change.
enum class Change {
  kBeforeStart,  ///< only while the controller is not active
  kLive          ///< a running controller takes a new value without a restart
};

/// What is known of a parameter beside its value.
struct ParameterDescriptor {
  std::string key;                              ///< dotted, such as admittance.mass
  std::vector<std::string> aliases = {};        ///< other keys for the same; only one of them may be given
  std::string unit = {};                        ///< "kg, kg m²" if the first and last three of six differ
  std::string noun = "it";                      ///< what one value is in a sentence: "a mass" must be above 0
  Bounds bounds = {};                           ///< of each number
  std::vector<std::size_t> lengths = {};        ///< allowed numbers of elements; empty: any
  std::string length_words = {};                ///< the same in words
  std::vector<std::string> choices = {};        ///< values allowed of a text, of each text or of a number; empty: any
  std::string description = {};                 ///< one sentence
  Change change = Change::kLive;                ///< when it may change
  std::string excludes = {};                    ///< a key that must not be given together with this one
  std::string default_words = {};               ///< what holds if it is not given and has no default value
  ParameterType type = ParameterType::kNumber;  ///< of its value
  Definite definite = Definite::kNotAMatrix;    ///< of the matrix that its numbers make
  bool one_for_all = false;                     ///< a single number stands for a list of one
};

/// A parameter of the struct `Parameters`.
template <class Parameters>
struct Parameter {
  ParameterDescriptor descriptor;  ///< key, unit, bounds and so on
  /// Its value in the struct; nothing if the struct holds none.
  std::function<std::optional<ParameterValue>(const Parameters&)> read;
  /// Puts a value into the struct. It must have the type and satisfy the checks of the descriptor.
  std::function<void(Parameters&, const ParameterValue&)> write;
};

/// What is wrong with a parameter: a sentence that starts with its key, and the element it is about (-1: all).
struct ParameterProblem {
  std::string key;       ///< of the parameter
  int element = -1;      ///< of its list, from 0; -1: all of it
  std::string sentence;  ///< what was found, and what is allowed
};

/// The value in the type of the descriptor (whole numbers become real ones, never the reverse), or the problem.
std::variant<ParameterValue, ParameterProblem> convert(const ParameterDescriptor& descriptor,
                                                       const ParameterValue& value);
/// Everything wrong with a value of the right type taken for itself: range, length, choice, symmetry, definiteness.
std::vector<ParameterProblem> check_value(const ParameterDescriptor& descriptor, const ParameterValue& value);
/// What is allowed, in words: "6 numbers (the diagonal) or 36 (full, row-major), each above 0 and at most 10000;
/// symmetric, positive definite".
std::string allowed_words(const ParameterDescriptor& descriptor);
/// The value as YAML writes it: [1, 2.5], true, "tool0".
std::string to_yaml(const ParameterValue& value);
/// Of `known` the key that was probably meant by `key`; empty if none is near.
std::string nearest_key(std::string_view key, const std::vector<std::string>& known);

/// @name The parameters of AdmittanceController and CartesianAdmittanceController
/// @{

/// Every parameter, in the order in which they are best explained.
const std::vector<Parameter<AdmittanceParameters>>& admittance_schema();
/// The parameter of that key or alias, or null.
const Parameter<AdmittanceParameters>* find_admittance_parameter(std::string_view key);
/// The parameters of a YAML file; what it leaves out has its default. `section` is the controller's name in the file;
/// left out, the file's only section that is neither `limber` nor a controller manager's. Throws ConfigError, with up
/// to ten of the file's errors.
AdmittanceParameters load_admittance(const std::string& path, const std::string& section = "");
/// The same from text; `source` names it in errors.
AdmittanceParameters parse_admittance(const std::string& text, const std::string& source,
                                      const std::string& section = "");
/// Everything wrong with plain values, one sentence each; empty if they may run.
std::vector<std::string> check(const AdmittanceParameters& parameters);
/// Applies all changes or, throwing ConfigError, none. With Change::kLive it refuses what needs a restart, and
/// everything if `dynamic_parameters` is false.
void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);
/// The same for one parameter.
void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value,
         Change when = Change::kBeforeStart);
/// @}

/// @name The parameters of VariableStiffnessController
/// @{

/// Every parameter, in the order in which they are best explained.
const std::vector<Parameter<VariableStiffnessParameters>>& variable_stiffness_schema();
/// The parameter of that key or alias, or null.
const Parameter<VariableStiffnessParameters>* find_variable_stiffness_parameter(std::string_view key);
/// As load_admittance().
VariableStiffnessParameters load_variable_stiffness(const std::string& path, const std::string& section = "");
/// As parse_admittance().
VariableStiffnessParameters parse_variable_stiffness(const std::string& text, const std::string& source,
                                                     const std::string& section = "");
/// Everything wrong with plain values, one sentence each; empty if they may run.
std::vector<std::string> check(const VariableStiffnessParameters& parameters);
/// Applies all changes or, throwing ConfigError, none. With Change::kLive it refuses what needs a restart, and
/// everything if `dynamic_parameters` is false.
void set(VariableStiffnessParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);
/// R_BT, the tip in the base, of the parameter `orientation`.
Matrix3 orientation_of(const CycleParameters& cycle);
/// @}

/// @name Trajectories
/// @{

/// Bytes that a trajectory in YAML may have. Longer ones are written as CSV, which takes a tenth of the time and memory
/// to read.
inline constexpr std::size_t kMaxTrajectoryYamlBytes = 16 << 20;
/// Values that a trajectory in YAML may have.
inline constexpr std::size_t kMaxTrajectoryYamlValues = 1000000;
/// Bytes that a trajectory in CSV may have.
inline constexpr std::size_t kMaxTrajectoryCsvBytes = 64 << 20;

/// A trajectory as a file gives it.
struct TrajectoryFile {
  std::vector<CompliantPoint> points;  ///< at least one
  double start_stamp = 0.0;            ///< s of the robot's clock; 0: at once
  /// Name of the frame that the poses are given in, as it was read: whoever follows it must check it. Empty: the base
  /// of the arm.
  std::string frame;
};

/// Reads a .yaml, .yml or .csv file. Throws ConfigError, with up to ten of the file's errors; what it returns passes
/// limber::find_problem().
TrajectoryFile load_trajectory(const std::string& path);
/// The same from YAML text; `source` names it in errors.
TrajectoryFile parse_trajectory_yaml(std::string_view text, const std::string& source);
/// The same from CSV text; `source` names it in errors.
TrajectoryFile parse_trajectory_csv(std::string_view text, const std::string& source);
/// @}

}  // namespace limber::config
