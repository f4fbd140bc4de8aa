// `--json`, read by a parser that is not ours: Python's, told to take no NaN and no Infinity.
#include "json.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "lost_contact.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

bool has_python() { return std::system("python3 -c 'import json' 2>/dev/null") == 0; }

// Runs the Python expression on `d`, the value that `text` is; what it prints, or the error.
std::string asked_of(const std::string& text, const std::string& expression) {
  const std::string json = temporary_file("value.json", text), answer = temporary_file("answer.txt");
  const std::string script = temporary_file("ask.py", R"(import json, sys
def no_constant(word): raise ValueError(word + " is no JSON")
d = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=no_constant)
print()" + expression + ")\n");
  const std::string command = "python3 " + script + " " + json + " > " + answer + " 2>&1";
  if (std::system(command.c_str()) != 0) return "error: " + read_file(answer) + text;
  const std::string printed = read_file(answer);
  return printed.substr(0, printed.find_last_not_of('\n') + 1);
}

class JsonOutput : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_python()) GTEST_SKIP() << "python3 is not there to read the JSON";
  }
};

TEST_F(JsonOutput, OfEveryCommandIsOneJsonObjectAndNothingElse) {
  for (const std::string arguments :
       {"list", "explain demo", "explain compliant_trajectory --wall 20000 --speed 0.1", "explain dual_omx",
        "validate demo", "validate dual_omx", "run demo --fast", "run compliant_trajectory --fast",
        "run dual_omx --fast --duration 2", "run demo --duration 0.2", "run dual_omx --duration 0.2"}) {
    const SplitOutcome outcome = run_program_split(arguments + std::string(" --json"));
    const std::string command = std::string(arguments).substr(0, std::string(arguments).find(' '));
    EXPECT_EQ(asked_of(outcome.output, "d['command']"), command) << arguments;
    EXPECT_LE(outcome.exit_code, 1) << outcome.errors;
  }
}

TEST_F(JsonOutput, OfARunSaysWhatItsTextSays) {
  const Outcome text = run_program("run demo --fast");
  const std::string json = run_program_split("run demo --fast --json").output;
  EXPECT_EQ(asked_of(json, "d['outcome'], d['exit_code'], d['cycles'], d['faults']"), "ok 0 15000 []");
  for (const char* words :
       {"'mean {:.2f} N, deviation rms {:.2f} N, at most {:.2f} N'.format(*d['force_while_pressing'].values())",
        "'mean {:.2f} N, deviation rms {:.2f} N, at most {:.2f} N'.format(*d['force_while_following'].values())",
        "'rms {:.1f} mm, at most {:.1f} mm'.format(*[1e3 * v for v in d['path_error'].values()])",
        "'largest contact force  {:.1f} N'.format(d['largest_contact_force_N'])",
        "'limited                ' + ', '.join(k + ' ' + str(v) for k, v in d['limited_cycles'].items())",
        ("'{:.0f} N, yielded {:.1f} mm, back within a tenth {:.2f} s'.format(d['pushes'][0]['force_N'], "
         "1e3 * d['pushes'][0]['yielded_m'], d['pushes'][0]['back_after_s'])"),
        "'starting {:.2f} s, running {:.2f} s'.format(*d['states_s'].values())"}) {
    const std::string said = asked_of(json, words);
    EXPECT_TRUE(text.says(said)) << said << "\n" << text.output;
  }
  EXPECT_EQ(asked_of(json, "len(d['phases']), all(p['ok'] for p in d['phases'])"), "6 True");
  for (int i = 0; i < 6; ++i) {
    EXPECT_TRUE(text.says(asked_of(json, "d['phases'][" + std::to_string(i) + "]['sentence']"))) << i;
  }
  EXPECT_EQ(asked_of(json, "'{:g} {}'.format(*[d['phases'][1][k] for k in ('at_most', 'unit')])"), "0.3 N");
  EXPECT_EQ(asked_of(json, "d['phases'][1]['measured'] < d['phases'][1]['at_most']"), "True");
}

TEST_F(JsonOutput, OfALostContactSaysWhatTheTextSays) {
  const std::string file = temporary_file("lost.yaml", kLostContact);
  const std::string said =
      asked_of(run_program_split("run --fast --json " + file).output, "d['contacts_lost'][0]['sentence']");
  EXPECT_TRUE(said.starts_with("contact lost")) << said;
  EXPECT_TRUE(run_program("run --fast " + file).says(said));
}

TEST_F(JsonOutput, OfAFailedPhaseAndOfAFaultNamesThem) {
  const SplitOutcome run = run_program_split("run demo --fast --scene free --json");
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(asked_of(run.output, "d['outcome'], d['exit_code'], d['faults'][0]['name']"), "faulted 1 lost_contact");
  EXPECT_EQ(asked_of(run.output, "d['phases'][0]['ok'], d['phases'][0]['measured']"), "False None");
}

TEST_F(JsonOutput, ProgressGoesToStandardErrorAndTheExitCodeStays) {
  const SplitOutcome run = run_program_split("run demo --fast --duration 1 --json");
  EXPECT_EQ(run.exit_code, 1) << "the phases were not reached";
  EXPECT_NE(run.errors.find("now starting"), std::string::npos) << run.errors;
  EXPECT_EQ(asked_of(run.output, "d['outcome'], d['phases'][0]['reached']"), "phase_failed False");
  for (const std::string arguments : {"run nonsense", "explain nonsense", "validate nonsense", "run demo --scene moon",
                                      "run demo --csv /dev/null --columns eror", "run demo --every 0"}) {
    const SplitOutcome refused = run_program_split(arguments + std::string(" --json"));
    EXPECT_EQ(refused.exit_code, 2) << arguments;
    EXPECT_EQ(refused.output, "") << arguments;
    EXPECT_GT(refused.errors.size(), 20u) << arguments;
  }
}

TEST_F(JsonOutput, OfAnUnlimitedForceIsNull) {
  const std::string file = temporary_file(
      "endless.yaml", "c:\n  ros__parameters: {ft_frame: ft_frame, overforce: {force: .inf, torque: .inf}}\n");
  const std::string json = run_program_split("explain --json " + file).output;
  EXPECT_EQ(asked_of(json, "d['supervision']['overforce_N'], d['contact']['axes'][0]['walls'][0]['peak_force_N']"),
            "None None");
}

TEST_F(JsonOutput, OfExplainHasTheTextbooksFrequencyAndDampingRatio) {
  const std::string file = temporary_file("textbook.yaml", R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance: {mass: [4, 4, 4, 1, 1, 1], stiffness: [400, 0, 400, 9, 9, 9], damping: [40, 40, 80, 6, 6, 6]}
)");
  const std::string json = run_program_split("explain --json " + file).output;
  const std::string axes = "d['virtual_body']['axes']";
  EXPECT_EQ(asked_of(json, "'{:.6f}'.format(" + axes + "[0]['frequency_Hz'])"), "1.591549") << "10 rad/s";
  EXPECT_EQ(asked_of(json, axes + "[0]['damping_ratio'], " + axes + "[2]['damping_ratio']"), "0.5 1");
  EXPECT_EQ(asked_of(json, axes + "[1]['frequency_Hz'], " + axes + "[5]['inertia_kg_m2']"), "None 1");
}

TEST_F(JsonOutput, EscapesWhateverATextHolds) {
  std::string text;
  for (int c = 1; c < 128; ++c) text += static_cast<char>(c);
  EXPECT_EQ(asked_of(Json(text).text(), "d == ''.join(chr(c) for c in range(1, 128))"), "True");
  EXPECT_EQ(asked_of(Json("1 kg m² ζ \xf0\x9f\xa6\xbe").text(), "ascii(d)"), R"('1 kg m\xb2 \u03b6 \U0001f9be')");
  for (const char* broken : {"\xff", "\xc3", "\xe2\x82", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80"}) {
    EXPECT_EQ(asked_of(Json(std::string("a") + broken + "b").text(), "d[0] + d[-1], '\\ufffd' in d"), "ab True");
  }
}

TEST_F(JsonOutput, NumbersComeBackToTheLastBitAndThoseThatAreNotFiniteAsNull) {
  for (const double number : {0.1, -1e-300, 1.7976931348623157e308, 5e-324, 123456789.123456789, 1e22, -0.0}) {
    EXPECT_EQ(std::strtod(asked_of(Json(number).text(), "repr(float(d))").c_str(), nullptr), number);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> endless{infinity, -infinity, std::nan("")};
  EXPECT_EQ(asked_of(Json::array_of(endless).text(), "d"), "[None, None, None]");
}

TEST_F(JsonOutput, OfAnInterruptedRunIsCompleteAndItsExitCodeIs130) {
  const std::string out = temporary_file("interrupted.json");
  // The comment takes the place of the output's usual way.
  const Outcome run = run_and_signal("run demo --json 2>/dev/null >" + out + " #", SIGINT, 1.5);
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_EQ(asked_of(read_file(out), "d['outcome'], d['exit_code']"), "interrupted 130");
}

}  // namespace
}  // namespace limber::app::test
