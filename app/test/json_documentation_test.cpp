// docs/json.md is made from json_words.hpp, and what the program prints has these members and no others.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <sstream>

#include "json_words.hpp"
#include "lost_contact.hpp"
#include "page.hpp"

namespace limber::app::test {
namespace {

std::string member_table(const std::string& title, const std::vector<JsonWords>& list) {
  std::string text = "## " + title + "\n\n| member | what it is |\n| --- | --- |\n";
  for (const JsonWords& words : list) text += "| `" + words.path + "` | " + cell(words.meaning) + " |\n";
  return text + "\n";
}

const char* const kJsonHead =
    R"(`limber run`, `explain`, `validate` and `list` print one JSON object to standard output with `--json`, and nothing else there.
Progress and sentences go to standard error, and the exit code is the same as without. A refusal (exit code 2) prints no JSON.
Units are at the end of a name: `force_N`, `stiffness_N_per_m`, `cycle_us`. A number that is not finite is null. In the
tables `[]` stands for each element of a list and `*` for any name. Members may be added later; those of the tables stay.

    limber run demo --fast --json 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["outcome"])'

)";

std::string json_page() {
  const std::string page =
      "# JSON for other programs\n\n" + made_from("app/src/json_words.cpp") + kJsonHead +
      member_table("`run`, with `admittance` and `cartesian_admittance`", run_json_words()) +
      member_table("`run`, with `variable_stiffness`", torque_run_json_words()) +
      member_table("`explain`, with `admittance` and `cartesian_admittance`", explain_json_words()) +
      member_table("`explain`, with `variable_stiffness`", torque_explain_json_words()) +
      member_table("`validate`", validate_json_words()) + member_table("`list`", list_json_words());
  return page.substr(0, page.size() - 1);
}

TEST(Documentation, OfTheJsonIsThatOfTheProgram) { expect_page("json.md", json_page()); }

// Paths of all members in the files, as the page writes them. `deep`: of members of members, too.
std::set<std::string> members_of(const std::vector<std::string>& commands, bool deep) {
  const std::string script = temporary_file("members.py", R"(import json, subprocess, sys
ANY = ("states_s", "limited_cycles", "conflict_cycles", "phases_s")
def walk(value, path):
    if isinstance(value, dict) and (DEEP or not path):
        for key, below in value.items():
            name = "*" if path.split(".")[-1] in ANY else key
            yield from walk(below, path + "." + name if path else name)
    elif isinstance(value, list) and DEEP:
        for below in value: yield from walk(below, path + "[]")
    else:
        yield path
DEEP = sys.argv[1] == "deep"
for command in sys.argv[2:]:
    out = subprocess.run(command + " --json 2>/dev/null", shell=True, capture_output=True).stdout
    print("\n".join(walk(json.loads(out), "")))
)");
  const std::string answer = temporary_file("members.txt");
  std::string call = "python3 " + script + (deep ? " deep" : " top");
  for (const std::string& command : commands) call += fmt::format(" '{} {}'", LIMBER_PROGRAM, command);
  EXPECT_EQ(std::system((call + " > " + answer).c_str()), 0);
  std::set<std::string> paths;
  std::istringstream in(read_file(answer));
  std::string line;
  while (std::getline(in, line)) paths.insert(line);
  return paths;
}

void expect_documented(const std::set<std::string>& printed, const std::vector<JsonWords>& list) {
  std::set<std::string> documented, parents;
  for (const JsonWords& words : list) {
    documented.insert(words.path);
    for (std::size_t end = words.path.find_first_of(".["); end != std::string::npos;
         end = words.path.find_first_of(".[", end + 1)) {
      parents.insert(words.path.substr(0, end));
    }
    EXPECT_TRUE(printed.contains(words.path)) << words.path << " is documented and not printed";
  }
  for (const std::string& path : printed) {
    // Of what is null or empty in one run, only the name is seen.
    EXPECT_TRUE(documented.contains(path) || parents.contains(path)) << path << " is printed and not documented";
  }
}

TEST(Documentation, OfTheJsonNamesEveryMemberAndNoOther) {
  if (std::system("python3 -c 'import json' 2>/dev/null") != 0) GTEST_SKIP() << "python3 is not there";
  const std::string pushed = temporary_file("pushed.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, limits: {joint_velocity: 0.05}, overforce: {force: 30}}
limber: {duration: 2, hand: [{at: 0.5, for: 1, force: [60, 0, 0]}], script: [{at: 0.1, request: reset_fault}]}
)");
  const std::string strained =
      temporary_file("strained.yaml", R"(vs: {ros__parameters: {tip_link: link5, tracking: 1.0e-6}}
limber: {controller: variable_stiffness, duration: 3, script: [{at: 1, request: hold}]}
)");
  const std::string lost = temporary_file("lost.yaml", kLostContact);
  const std::string record = " --record " + temporary_file("members.mcap");
  const std::set<std::string> run =
      members_of({"run demo --fast" + record, "run demo --duration 0.1", "run --fast " + pushed,
                  "run surface_following --fast", "run --fast " + lost},
                 true);
  std::vector<JsonWords> list = run_json_words();
  // A conflict of limits is rare.
  if (!run.contains("conflict_cycles.*"))
    std::erase_if(list, [](const auto& w) { return w.path == "conflict_cycles.*"; });
  expect_documented(run, list);
  expect_documented(members_of({"run dual_omx --fast --duration 12" + record, "run dual_omx --duration 0.1",
                                "run --fast " + strained},
                               true),
                    torque_run_json_words());
  expect_documented(members_of({"explain demo", "explain compliant_trajectory"}, false), explain_json_words());
  expect_documented(members_of({"explain dual_omx"}, false), torque_explain_json_words());
  expect_documented(members_of({"validate demo", "validate dual_omx"}, false), validate_json_words());
  expect_documented(members_of({"list"}, false), list_json_words());
}

}  // namespace
}  // namespace limber::app::test
