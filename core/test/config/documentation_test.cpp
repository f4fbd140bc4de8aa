// docs/configuration*.md are made from the schemas. Regenerate them with
//   LIMBER_WRITE_DOCS=1 build/core/test/test_config --gtest_filter='Documentation.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "limber/configuration.hpp"

namespace limber::config {
namespace {

const std::string kDocs = LIMBER_SOURCE_DIR "/docs/";

// Escapes what a table cell cannot contain.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

template <class Parameters>
std::string default_of(const Parameter<Parameters>& parameter) {
  const std::optional<ParameterValue> value = parameter.read(Parameters{});
  if (value) return "`" + to_yaml(*value) + "`";
  return parameter.descriptor.default_words.empty() ? "none" : parameter.descriptor.default_words;
}

std::string names(const ParameterDescriptor& d) {
  std::string text = "`" + d.key + "`";
  for (const std::string& alias : d.aliases) text += " (or `" + alias + "`)";
  return text;
}

template <class Parameters>
std::string line(const Parameter<Parameters>& parameter) {
  const ParameterDescriptor& d = parameter.descriptor;
  std::string meaning = d.description;
  if (!d.excludes.empty()) meaning += " Not together with `" + d.excludes + "`.";
  return "| " + names(d) + " | " + d.unit + " | " + cell(default_of(parameter)) + " | " + cell(allowed_words(d)) +
         " | " + (d.change == Change::kLive ? "yes" : "no") + " | " + cell(meaning) + " |\n";
}

// The keys of all virtual fixtures are those of the first: one is shown.
bool repeats(const std::string& key) { return key.starts_with("fixture_") && !key.starts_with("fixture_1."); }

const std::string kDoNotEdit =
    "; a test compares. Do not edit: change the schema and run\n"
    "     LIMBER_WRITE_DOCS=1 build/core/test/test_config --gtest_filter='Documentation.*' -->\n\n";

template <class Parameters>
std::string table(const std::vector<Parameter<Parameters>>& schema) {
  std::string text = "| key | unit | default | allowed | live | what it is |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Parameter<Parameters>& parameter : schema) {
    if (!repeats(parameter.descriptor.key)) text += line(parameter);
  }
  return text;
}

std::string admittance_page() {
  return R"(# Parameters of the AdmittanceController

<!-- Made from the schema (core/src/config/admittance_schema*.cpp))" +
         kDoNotEdit +
         R"(One schema serves the library and the program: these keys, units, bounds and defaults are the same everywhere.
Unknown keys, wrong lengths or types, and values out of range are refused with file, line and key. Lists of six are
x, y, z, then rotation about x, y, z; if there are two units, the second is for rotation. A matrix is given by its
diagonal (6 numbers) or in full (36, row by row). "Live" says whether a running controller accepts a new value.
The section `limber:`, for runs of the program, is described in [configuration_program.md](configuration_program.md).
`fixture_1` stands for `fixture_1` to `fixture_8`: eight virtual fixtures with the same keys
([architecture.md](architecture.md#virtual-fixtures)).

)" + table(admittance_schema());
}

std::string variable_stiffness_page() {
  return R"(# Parameters of the VariableStiffnessController

<!-- Made from the schema (core/src/config/variable_stiffness_schema*.cpp))" +
         kDoNotEdit +
         R"(How it works: [variable_stiffness.md](variable_stiffness.md). Lists of three are x, y, z. "Live" says whether a running
controller accepts a new value. The section `limber:`, for runs of the program, is described in
[configuration_program.md](configuration_program.md#with-the-controller-variable_stiffness).

)" + table(variable_stiffness_schema());
}

void expect_page(const std::string& name, const std::string& expected) {
  const std::string path = kDocs + name;
  if (std::getenv("LIMBER_WRITE_DOCS") != nullptr) std::ofstream(path, std::ios::binary) << expected;
  std::ifstream file(path, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(found == expected)
      << path << " is not what the schema says. Regenerate it:\n"
      << "  LIMBER_WRITE_DOCS=1 <build>/core/test/test_config --gtest_filter='Documentation.*'";
}

TEST(Documentation, OfTheParametersIsThatOfTheSchema) {
  expect_page("configuration.md", admittance_page());
  expect_page("configuration_variable_stiffness.md", variable_stiffness_page());
}

template <class Parameters>
void expect_described(const std::vector<Parameter<Parameters>>& schema) {
  for (const Parameter<Parameters>& parameter : schema) {
    const ParameterDescriptor& d = parameter.descriptor;
    EXPECT_FALSE(d.description.empty()) << d.key;
    EXPECT_TRUE(parameter.read(Parameters{}) || !d.default_words.empty()) << d.key << " has no default in words";
  }
}

TEST(Documentation, DescribesEveryParameter) {
  expect_described(admittance_schema());
  expect_described(variable_stiffness_schema());
}

}  // namespace
}  // namespace limber::config
