/// @file
/// Parameters by key: read from YAML files, changed at run time, with the allowed values of each. Also trajectories
/// from files.
///
/// The parameters of a controller are a list, the only place that knows the keys. YAML files, live changes by key,
/// `limber explain`, docs/configuration.md and the ROS 2 parameters all use it. Nothing here is for the control thread.
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

/// One or more sentences that the user can act on, each with file, line, key and value:
/// `config/ur5e.yaml:14: admittance.mass[2] is -0.8 kg; a mass must be above 0 and at most 10000`
class ConfigError : public std::runtime_error {
 public:
  /// With one sentence.
  explicit ConfigError(const std::string& sentence) : ConfigError(std::vector<std::string>{sentence}) {}
  /// With several sentences; what() contains one per line.
  explicit ConfigError(std::vector<std::string> sentences);

  /// One per error, each on one line.
  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  std::vector<std::string> sentences_;
};

/// The range of a number, and its words: above(0).to(10) is "above 0 and at most 10".
struct Bounds {
  double low = -std::numeric_limits<double>::max();  ///< smallest allowed number
  double high = std::numeric_limits<double>::max();  ///< largest allowed number
  bool low_open = false;                             ///< low itself is not allowed
  bool high_open = false;                            ///< high itself is not allowed
  bool minus_infinity = false;                       ///< -infinity is also allowed
  bool plus_infinity = false;                        ///< infinity is also allowed

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
  /// The range in words: "above 0 and at most 10, or .inf"; "finite" if there is no bound.
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

/// The types of a ROS parameter, which YAML has too.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, std::vector<bool>,
                                    std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>>;

/// New values by key.
using ParameterChanges = std::vector<std::pair<std::string, ParameterValue>>;

/// The type of a parameter.
enum class ParameterType {
  kBool,     ///< true or false
  kInteger,  ///< a whole number
  kNumber,   ///< a real number
  kText,     ///< a string
  kBools,    ///< a list of true or false
  kNumbers,  ///< a list of real numbers
  kTexts     ///< a list of strings
};

/// Further condition on the numbers of a 6 x 6 matrix, given as 6 (its diagonal) or 36 (row-major).
enum class Definite {
  kNotAMatrix,   ///< no condition: not a matrix
  kPositive,     ///< symmetric, positive definite
  kSemipositive  ///< symmetric, positive semi-definite
};

/// When a parameter may change.
enum class Change {
  kBeforeStart,  ///< only while the controller is not active
  kLive          ///< a running controller accepts a new value
};

/// Description of a parameter.
struct ParameterDescriptor {
  std::string key;                              ///< dotted, such as admittance.mass
  std::vector<std::string> aliases = {};        ///< other keys for it; only one of them may be given
  std::string unit = {};                        ///< "kg, kg m²" if linear and angular numbers differ
  std::string noun = "it";                      ///< name of one value in a sentence: "a mass" must be above 0
  Bounds bounds = {};                           ///< of each number
  std::vector<std::size_t> lengths = {};        ///< allowed numbers of elements; empty: any
  std::string length_words = {};                ///< the same in words
  std::vector<std::string> choices = {};        ///< allowed values of a text, of each text or of a number; empty: any
  std::string description = {};                 ///< one sentence
  Change change = Change::kLive;                ///< when it may change
  std::string excludes = {};                    ///< a key that must not be given together with this one
  std::string default_words = {};               ///< describes the value if it is not given and has no default
  ParameterType type = ParameterType::kNumber;  ///< type of the value
  Definite definite = Definite::kNotAMatrix;    ///< condition on the matrix of its numbers
  bool one_for_all = false;                     ///< a single number may replace a list of one
};

/// A parameter of the struct `Parameters`.
template <class Parameters>
struct Parameter {
  ParameterDescriptor descriptor;  ///< key, unit, bounds and so on
  /// Reads the value from the struct; nothing if it is not set.
  std::function<std::optional<ParameterValue>(const Parameters&)> read;
  /// Writes a value to the struct. It must have the type and satisfy the checks of the descriptor.
  std::function<void(Parameters&, const ParameterValue&)> write;
};

/// An error of a parameter: a sentence that starts with its key, and the element (-1: all).
struct ParameterProblem {
  std::string key;       ///< of the parameter
  int element = -1;      ///< of its list, from 0; -1: all
  std::string sentence;  ///< what was found, and what is allowed
};

/// The value in the type of the descriptor (integers become real numbers, never the reverse), or the problem.
std::variant<ParameterValue, ParameterProblem> convert(const ParameterDescriptor& descriptor,
                                                       const ParameterValue& value);
/// All errors of a single value of the right type: range, length, choice, symmetry, definiteness.
std::vector<ParameterProblem> check_value(const ParameterDescriptor& descriptor, const ParameterValue& value);
/// The allowed values in words: "6 numbers (the diagonal) or 36 (full, row-major), each above 0 and at most 10000;
/// symmetric, positive definite".
std::string allowed_words(const ParameterDescriptor& descriptor);
/// The value in YAML: [1, 2.5], true, "tool0".
std::string to_yaml(const ParameterValue& value);
/// The key in `known` that `key` probably means; empty if none is near.
std::string nearest_key(std::string_view key, const std::vector<std::string>& known);

/// @name The parameters of AdmittanceController and CartesianAdmittanceController
/// @{

/// All parameters, in the order of the documentation.
const std::vector<Parameter<AdmittanceParameters>>& admittance_schema();
/// The parameter with this key or alias, or null.
const Parameter<AdmittanceParameters>* find_admittance_parameter(std::string_view key);
/// The parameters of a YAML file; keys that are not given have their defaults. `section` is the name of the controller
/// in the file; empty: the only section that is neither `limber` nor a controller manager. Throws ConfigError with up
/// to ten errors of the file.
AdmittanceParameters load_admittance(const std::string& path, const std::string& section = "");
/// The same from text; `source` names it in errors.
AdmittanceParameters parse_admittance(const std::string& text, const std::string& source,
                                      const std::string& section = "");
/// All errors of plain values, one sentence each; empty if they may run.
std::vector<std::string> check(const AdmittanceParameters& parameters);
/// What is allowed but probably not meant: settings other than the defaults that have no effect because of other
/// settings, or not the effect that they seem to have. One sentence each that starts with the key. Running controllers
/// accept changes, so such a setting may be wanted for later.
std::vector<std::string> doubts(const AdmittanceParameters& parameters);
/// Applies all changes, or throws ConfigError and applies none. With Change::kLive it refuses changes that need a
/// restart, and all changes if `dynamic_parameters` is false.
void set(AdmittanceParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);
/// The same for one parameter.
void set(AdmittanceParameters& parameters, const std::string& key, const ParameterValue& value,
         Change when = Change::kBeforeStart);
/// @}

/// @name The parameters of VariableStiffnessController
/// @{

/// All parameters, in the order of the documentation.
const std::vector<Parameter<VariableStiffnessParameters>>& variable_stiffness_schema();
/// The parameter with this key or alias, or null.
const Parameter<VariableStiffnessParameters>* find_variable_stiffness_parameter(std::string_view key);
/// As load_admittance().
VariableStiffnessParameters load_variable_stiffness(const std::string& path, const std::string& section = "");
/// As parse_admittance().
VariableStiffnessParameters parse_variable_stiffness(const std::string& text, const std::string& source,
                                                     const std::string& section = "");
/// All errors of plain values, one sentence each; empty if they may run.
std::vector<std::string> check(const VariableStiffnessParameters& parameters);
/// Applies all changes, or throws ConfigError and applies none. With Change::kLive it refuses changes that need a
/// restart, and all changes if `dynamic_parameters` is false.
void set(VariableStiffnessParameters& parameters, const ParameterChanges& changes, Change when = Change::kBeforeStart);
/// R_BT, the orientation of the tip in the base, from the parameter `orientation`.
Matrix3 orientation_of(const CycleParameters& cycle);
/// @}

/// @name Trajectories
/// @{

/// Largest size of a trajectory in YAML, bytes. Write longer ones as CSV, which takes a tenth of the time and memory to
/// read.
inline constexpr std::size_t kMaxTrajectoryYamlBytes = 16 << 20;
/// Largest number of values of a trajectory in YAML.
inline constexpr std::size_t kMaxTrajectoryYamlValues = 1000000;
/// Largest size of a trajectory in CSV, bytes.
inline constexpr std::size_t kMaxTrajectoryCsvBytes = 64 << 20;

/// The content of a trajectory file.
struct TrajectoryFile {
  std::vector<CompliantPoint> points;  ///< at least one
  double start_stamp = 0.0;            ///< s on the clock of the robot; 0: at once
  /// Name of the frame of the poses, as read: the user of the trajectory must check it. Empty: the base of the arm.
  std::string frame;
};

/// Reads a .yaml, .yml or .csv file. Throws ConfigError with up to ten errors of the file; the result passes
/// limber::find_problem().
TrajectoryFile load_trajectory(const std::string& path);
/// The same from YAML text; `source` names it in errors.
TrajectoryFile parse_trajectory_yaml(std::string_view text, const std::string& source);
/// The same from CSV text; `source` names it in errors.
TrajectoryFile parse_trajectory_csv(std::string_view text, const std::string& source);
/// @}

}  // namespace limber::config
