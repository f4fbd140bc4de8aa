// docs/configuration.md is made from the schema. Regenerate it with
//   LIMBER_WRITE_DOCS=1 build/core/test/test_config --gtest_filter='Documentation.*'
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "limber/config/admittance_config.hpp"

namespace limber::config {
namespace {

const std::string kPath = LIMBER_SOURCE_DIR "/docs/configuration.md";

// What a table's cell cannot hold.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

std::string default_of(const Parameter<AdmittanceParameters>& parameter) {
  const std::optional<ParameterValue> value = parameter.read(AdmittanceParameters{});
  if (value) return "`" + to_yaml(*value) + "`";
  return parameter.descriptor.default_words.empty() ? "none" : parameter.descriptor.default_words;
}

std::string names(const ParameterDescriptor& d) {
  std::string text = "`" + d.key + "`";
  for (const std::string& alias : d.aliases) text += " (or `" + alias + "`)";
  return text;
}

std::string line(const Parameter<AdmittanceParameters>& parameter) {
  const ParameterDescriptor& d = parameter.descriptor;
  std::string meaning = d.description;
  if (!d.excludes.empty()) meaning += " Not together with `" + d.excludes + "`.";
  return "| " + names(d) + " | " + d.unit + " | " + cell(default_of(parameter)) + " | " + cell(allowed_words(d)) +
         " | " + (d.change == Change::kLive ? "yes" : "no") + " | " + cell(meaning) + " |\n";
}

std::string configuration_page() {
  std::string page = R"(# Parameters of the AdmittanceController

<!-- Made from the schema (core/src/config/admittance_schema*.cpp); a test compares. Do not edit: change the schema and run
     LIMBER_WRITE_DOCS=1 build/core/test/test_config --gtest_filter='Documentation.*' -->

One schema serves the library and the program: these keys, units, bounds and defaults are the same everywhere.
Whatever is unknown, of the wrong length or type, or out of range is refused with its file, line and key. Lists of six are
x, y, z, then rotation about x, y, z; where two units stand, the second is the rotation's. A matrix is given by its
diagonal (6 numbers) or in full (36, row by row). "Live" says whether a running controller takes a new value.

| key | unit | default | allowed | live | what it is |
| --- | --- | --- | --- | --- | --- |
)";
  for (const Parameter<AdmittanceParameters>& parameter : admittance_schema()) page += line(parameter);
  return page;
}

TEST(Documentation, OfTheParametersIsThatOfTheSchema) {
  const std::string expected = configuration_page();
  if (std::getenv("LIMBER_WRITE_DOCS") != nullptr) std::ofstream(kPath, std::ios::binary) << expected;
  std::ifstream file(kPath, std::ios::binary);
  const std::string found{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(found == expected)
      << kPath << " is not what the schema says. Regenerate it:\n"
      << "  LIMBER_WRITE_DOCS=1 <build>/core/test/test_config --gtest_filter='Documentation.*'";
}

TEST(Documentation, DescribesEveryParameter) {
  for (const Parameter<AdmittanceParameters>& parameter : admittance_schema()) {
    const ParameterDescriptor& d = parameter.descriptor;
    EXPECT_FALSE(d.description.empty()) << d.key;
    EXPECT_TRUE(parameter.read(AdmittanceParameters{}) || !d.default_words.empty())
        << d.key << " has no default in words";
  }
}

}  // namespace
}  // namespace limber::config
