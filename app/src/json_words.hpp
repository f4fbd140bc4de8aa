// What the members of the JSON that `--json` prints mean: the words of docs/json.md.
#pragma once

#include <string>
#include <vector>

namespace limber::app {

struct JsonWords {
  std::string path;  // "pushes[].force_N": [] is each element of a list, * any name
  std::string meaning;
};

std::vector<JsonWords> run_json_words();         // admittance, cartesian_admittance
std::vector<JsonWords> torque_run_json_words();  // variable_stiffness
// At the top of these; what is below bears its unit in its name.
std::vector<JsonWords> explain_json_words();
std::vector<JsonWords> torque_explain_json_words();
std::vector<JsonWords> validate_json_words();
std::vector<JsonWords> list_json_words();

}  // namespace limber::app
