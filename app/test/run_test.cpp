// `limber run`, from outside: what it shows, what it writes, how it ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "cycle_record.hpp"
#include "limber/telemetry.hpp"
#include "places.hpp"
#include "program.hpp"

namespace limber::app::test {
namespace {

std::string header_of(const std::string& csv) { return csv.substr(0, csv.find('\n')); }

long lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// A run of half a second with nothing around.
std::string short_configuration() {
  return temporary_file("short.yaml", "c:\n  ros__parameters: {ft_frame: ft_frame}\nlimber: {duration: 0.5}\n");
}

TEST(Run, TheDemoShowsEveryPhase) {
  const Outcome demo = run_program("run demo --fast");
  EXPECT_EQ(demo.exit_code, 0) << demo.output;
  EXPECT_TRUE(demo.says("found the surface at")) << demo.output;
  EXPECT_TRUE(demo.says("came back within")) << demo.output;
  EXPECT_TRUE(demo.says("left the surface at")) << demo.output;
  EXPECT_FALSE(demo.says("BAD")) << demo.output;
}

TEST(Run, EveryReadyMadeConfigurationDoesWhatItSays) {
  for (const ConfigurationEntry& entry : list_configurations()) {
    const Outcome run = run_program("run " + entry.name + " --fast");
    EXPECT_EQ(run.exit_code, 0) << entry.name << "\n" << run.output;
  }
}

TEST(Run, APhaseThatFailsIsNamedAndFailsTheRun) {
  const Outcome demo = run_program("run demo --fast --scene free --duration 30");
  EXPECT_EQ(demo.exit_code, 1) << demo.output;
  EXPECT_TRUE(demo.says("lost_contact")) << demo.output;
  EXPECT_TRUE(demo.says("BAD")) << demo.output;
}

TEST(Run, CsvColumnsAreTheTelemetryFieldsAndTheTruth) {
  const std::string file = temporary_file("columns.csv");
  ASSERT_EQ(run_program("run " + short_configuration() + " --fast --csv " + file).exit_code, 0);
  Telemetry telemetry;
  telemetry.q = telemetry.qd = telemetry.q_command = telemetry.qd_command = telemetry.q_sent = JointVector::Zero(6);
  std::string expected;
  const auto name = [&](const std::string& column, double) { expected += (expected.empty() ? "" : ",") + column; };
  for_each_field(telemetry, name);
  const std::string csv = read_file(file);
  EXPECT_EQ(header_of(csv).substr(0, expected.size()), expected);
  EXPECT_NE(header_of(csv).find(",true_contact_force.x,true_contact_force.y,true_contact_force.z,true_hand_wrench.x"),
            std::string::npos);
  EXPECT_EQ(lines_of(csv), 1 + 250) << "0.5 s at 500 Hz are 250 cycles";
}

// m: the last column of the first row and of the last one.
std::pair<double, double> ends_of(const std::string& csv) {
  const auto last_of = [&](std::size_t end) { return std::stod(csv.substr(csv.rfind(',', end) + 1)); };
  return {last_of(csv.find('\n', csv.find('\n') + 1)), last_of(csv.size())};
}

// Led into a table, stopped by the force there, reset: up is up, from where the reference is then.
TEST(Run, AMoveAfterAResetBeginsWhereTheReferenceIs) {
  const std::string script = temporary_file("up.yaml", R"(c:
  ros__parameters:
    ft_frame: ft_frame
    admittance: {frame: {id: base_link}, enabled_axes: [true, true, false, true, true, true]}
    overforce: {force: 100.0, torque: .inf}
limber:
  duration: 9
  scene: {plates: [{from_tool: [0, 0, -0.04], normal: [0, 0, 1], stiffness: 50000}]}
  script:
    - {at: 2.5, move: [0, 0, -0.15], speed: 0.1}
    - {at: 5, request: reset_fault}
    - {at: 6, move: [0, 0, 0.1], speed: 0.1}
)");
  const std::string file = temporary_file("up.csv");
  const Outcome run = run_program("run " + script + " --fast --csv " + file + " --columns true_tool_position.z");
  EXPECT_TRUE(run.says("now faulted")) << run.output;
  EXPECT_EQ(run.output.find("now faulted"), run.output.rfind("now faulted")) << "it went down again\n" << run.output;
  const auto [start, end] = ends_of(read_file(file));
  EXPECT_NEAR(end - start, -0.04 + 0.1, 0.02) << run.output;
}

TEST(Run, TheSameSeedWritesTheSameCsvAndAnotherDoesNot) {
  const std::string a = temporary_file("a.csv"), b = temporary_file("b.csv"), c = temporary_file("c.csv");
  run_program("run surface_following --fast --duration 5 --seed 7 --csv " + a);
  run_program("run surface_following --fast --duration 5 --seed 7 --csv " + b);
  run_program("run surface_following --fast --duration 5 --seed 8 --csv " + c);
  EXPECT_GT(lines_of(read_file(a)), 2000);
  EXPECT_TRUE(read_file(a) == read_file(b));
  EXPECT_FALSE(read_file(a) == read_file(c));
}

TEST(Run, RequestsAndChangesOfTheScriptReachTheController) {
  const std::string file = temporary_file("requests.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, stiffness_ramp_time: 0.5}
limber:
  duration: 6
  hand:
    - {at: 4.5, for: 0.5, force: [0, 20, 0], where: [0, 0, 0]}
  script:
    - {at: 1, request: tare}
    - {at: 2, request: hold}
    - {at: 2.5, request: run}
    - {at: 3.5, set: {admittance.stiffness: [400, 400, 400, 50, 50, 50], admittance.mass: [2, 2, 2, 0.2, 0.2, 0.2]}}
  phases:
    - {name: sprung, from: 4.2, until: 6, yields: 0.02, comes_back: 0.003}
)");
  const Outcome run = run_program("run --fast " + file);
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_TRUE(run.says("tare done")) << run.output;
  EXPECT_TRUE(run.says("2.00 s  now holding")) << run.output;
  EXPECT_TRUE(run.says("2.50 s  now starting")) << run.output;
}

TEST(Run, AWallTooStiffIsWarnedOf) {
  const std::string file = temporary_file("stiff.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame}
limber: {duration: 0.1, scene: table}
)");
  EXPECT_TRUE(run_program("run --fast " + file).says("Warning: table has 5 kN/m"));
}

TEST(Run, AFileThatCannotBeWrittenIsRefused) {
  const Outcome run = run_program("run --fast --csv /nowhere/at/all.csv " + short_configuration());
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_TRUE(run.says("/nowhere/at/all.csv: it cannot be written")) << run.output;
}

TEST(Run, AFullDiskOnStandardOutputIsExitCode1) {
  const std::string omx = "omx_variable_stiffness";
  for (const std::string& arguments :
       {"run --fast " + short_configuration(), "run " + short_configuration(), "run --fast --duration 0.5 " + omx,
        std::string("list"), std::string("explain demo"), "validate " + omx, std::string("push-test demo"),
        "run --json --fast " + short_configuration(), std::string("list --json"), std::string("explain demo --json"),
        "validate --json " + omx, std::string("--help")}) {
    const Outcome outcome = run_program(arguments + " > /dev/full");
    EXPECT_EQ(outcome.exit_code, 1) << arguments << outcome.output;
  }
}

TEST(Run, AFullDiskUnderTheCsvIsExitCode1) {
  for (const std::string& configuration : {short_configuration(), std::string("omx_variable_stiffness --duration 1")}) {
    const Outcome outcome = run_program("run --fast --csv /dev/full " + configuration);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
    EXPECT_TRUE(outcome.says("could not be written to its end")) << outcome.output;
  }
}

TEST(Run, RateAndRobotCanBeChosen) {
  const Outcome run = run_program("run pure_admittance --robot ur10e --fast --rate 250 --duration 1");
  EXPECT_TRUE(run.says("pure_admittance_ur10e on ur10e, 250 Hz")) << run.output;
  EXPECT_TRUE(run.says("250 cycles")) << run.output;
  for (const std::string configuration : {"pure_admittance", "omx_variable_stiffness"}) {
    const Outcome refused = run_program("run " + configuration + " --rate -4");
    EXPECT_EQ(refused.exit_code, 2) << refused.output;
    EXPECT_TRUE(refused.says("--rate: it is '-4'; it must be a number from 20 to 10000 Hz")) << refused.output;
  }
}

TEST(Run, AnArmKnownOnlyByItsUrdfRuns) {
  const std::string bare = temporary_file("bare.yaml", "c: {ros__parameters: {}}\n");
  const std::string urdf = std::string(LIMBER_SOURCE_DIR) + "/robots/ur3e.urdf";
  const Outcome run =
      run_program("run " + bare + " --fast --duration 0.2 --robot " + urdf + " --base base_link --tip tool0");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  const Outcome nameless = run_program("run " + bare + " --fast --robot " + urdf);
  EXPECT_EQ(nameless.exit_code, 2) << nameless.output;
  EXPECT_TRUE(nameless.says("--base, --tip")) << nameless.output;
}

TEST(Run, APushBeforeTheLastOneHasDiedAwayComesBackToo) {
  const std::string file = temporary_file("two_pushes.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, admittance: {stiffness: [500, 500, 500, 50, 50, 50], filter_cutoff: 32}}
limber:
  duration: 12
  hand: [{at: 3, for: 1, force: [0, 25, 0]}, {at: 4.1, for: 0.2, force: [0, 10, 0]}]
  phases: [{name: p, from: 2.5, until: 12, yields: 0.02, comes_back: 0.005}]
)");
  const Outcome run = run_program("run " + file + " --fast");
  EXPECT_EQ(run.exit_code, 0) << run.output;
  EXPECT_TRUE(run.says("came back within 5 mm")) << run.output;
  EXPECT_FALSE(run.says(" mm away")) << run.output;
}

TEST(Run, APushOfAFaultedArmIsNotSaidToHaveMadeItYield) {
  const std::string file = temporary_file("pushed_faulted.yaml", R"(c:
  ros__parameters: {ft_frame: ft_frame, overforce: {force: 30}}
limber:
  duration: 6
  hand: [{at: 3, for: 0.3, force: [0, 60, 0]}, {at: 3.6, for: 0.3, force: [0, 10, 0]}]
)");
  const Outcome run = run_program("run " + file + " --fast");
  EXPECT_EQ(run.exit_code, 1) << run.output;
  EXPECT_TRUE(run.says("push at 3.6 s          10 N, but the arm was stopped and yielded to nobody")) << run.output;
}

TEST(Run, ARequestOfTheScriptThatIsRefusedIsInTheSummaryAndFailsTheRun) {
  const std::string compliant = temporary_file("moving_tare.yaml", R"(c: {ros__parameters: {ft_frame: ft_frame}}
limber: {duration: 5, script: [{at: 2, move: [0, 0.1, 0], speed: 0.1}, {at: 2.5, request: tare}]}
)");
  const Outcome moving = run_program("run " + compliant + " --fast");
  EXPECT_EQ(moving.exit_code, 1) << moving.output;
  const std::string refused = "  script                    2.50 s  tare refused: the arm moved";
  EXPECT_TRUE(moving.says(refused)) << moving.output;
  const std::string torque = temporary_file("torque_reset.yaml", R"(/robot1/vs: {ros__parameters: {tip_link: link5}}
limber: {controller: variable_stiffness, duration: 3, script: [{at: 1, request: reset_fault}]}
)");
  const SplitOutcome reset = run_program_split("run " + torque + " --fast --json");
  EXPECT_EQ(reset.exit_code, 1) << reset.output;
  EXPECT_TRUE(reset.says("\"outcome\": \"script_refused\"")) << reset.output;
}

// s that torque arms ran at full speed, of 30.
double fast_torque_duration(const std::string& name, const std::string& script) {
  const std::string file = temporary_file(name, R"(/robot1/vs: {ros__parameters: {tip_link: link5}}
/robot2/vs: {ros__parameters: {tip_link: link5}}
limber: {controller: variable_stiffness, duration: 30, script: [)" +
                                                    script + "]}\n");
  const SplitOutcome run = run_program_split("run " + file + " --fast --json");
  const std::string member = "\"duration_s\": ";
  const std::size_t found = run.output.find(member);
  EXPECT_NE(found, std::string::npos) << run.output << run.errors;
  return found == std::string::npos ? 0.0 : std::stod(run.output.substr(found + member.size()));
}

TEST(Run, TorqueArmsThatAreAllFaultedEndAFastRunAfterASecond) {
  const double ended = fast_torque_duration("all_faulted.yaml", "{at: 2, set: {tracking: 1e-6}}");
  EXPECT_GT(ended, 2.9);
  EXPECT_LT(ended, 5.0);
  EXPECT_NEAR(fast_torque_duration("one_faulted.yaml", "{at: 2, set: {tracking: 1e-6}, arm: robot1}"), 30.0, 0.1);
  EXPECT_NEAR(fast_torque_duration("resets.yaml", "{at: 2, set: {tracking: 1e-6}}, {at: 20, request: reset_fault}"),
              30.0, 0.1);
}

}  // namespace
}  // namespace limber::app::test
