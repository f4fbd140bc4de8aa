// The program: reads the command line and hands over to one command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "column_choice.hpp"
#include "column_words.hpp"
#include "completion.hpp"
#include "explain_command.hpp"
#include "list_command.hpp"
#include "live_socket.hpp"
#include "push_test_command.hpp"
#include "replay_command.hpp"
#include "run_command.hpp"
#include "send_command.hpp"
#include "validate_command.hpp"

namespace {

using namespace limber::app;

// A run that went badly, or whose words were lost; and what cannot run at all.
constexpr int kFailed = 1;
constexpr int kBadRequest = 2;

// CLI11's own ranges let NaN pass.
CLI::Validator number_within(double low, double high, const std::string& unit) {
  const auto refusal = [=](const std::string& text) -> std::string {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool is_number = !text.empty() && *end == '\0';
    if (is_number && number >= low && number <= high) return "";
    return fmt::format("it is '{}'; it must be a number from {:g} to {:g} {}", text, low, high, unit);
  };
  return CLI::Validator(refusal, unit);
}

std::string seed_refusal(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (digits && text.size() <= 18) return "";
  return "it is '" + text + "'; it must be a whole number from 0 to 999999999999999999";
}

std::string name_refusal(const std::string& text) {
  return is_run_name(text) ? "" : "it is '" + text + "'; it must be letters, digits, - and _";
}

// CLI11's own words for a number that is not whole do not say what is allowed.
std::string whole_number_refusal(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (digits && text.size() <= 9 && std::stoi(text) >= 1) return "";
  return "it is '" + text + "'; it must be a whole number from 1 to 999999999";
}

void add_plan_options(CLI::App& command, PlanOptions& options) {
  command.add_option("CONFIG", options.configuration, "a YAML file, or a name that `limber list` shows")->required();
  command.add_option("--robot", options.robot, "a robot that `limber list` shows, or a URDF with --base and --tip");
  command.add_option("--base", options.base, "base link of the arm in its URDF");
  command.add_option("--tip", options.tip, "tip link of the arm in its URDF");
  command.add_option("--scene", options.scene, "a scene that `limber list` shows");
  command.add_option("--rate", options.rate, "control cycles a second (Hz)")->check(number_within(20.0, 1e4, "Hz"));
}

void add_csv_options(CLI::App& run, CsvOptions& options) {
  CLI::Option* csv = run.add_option("--csv", options.path, "write every signal of every cycle to this file");
  run.add_option_function<std::string>(
         "--columns", [&options](const std::string& list) { options.columns = listed_columns(list); },
         "write these columns only, such as time,error,wrench_raw.z or 'wrench_*' (docs/telemetry.md)")
      ->needs(csv);
}

// `--every` is for both files.
void add_recording_options(CLI::App& run, RunOptions& options) {
  run.add_option("--record", options.recording, "record the run to this MCAP file: docs/recordings.md");
  run.add_option("--every", options.csv.every, "write one row, or record one cycle, in so many")
      ->check(CLI::Validator(whole_number_refusal, "N"));
  run.callback([&run, &options] {
    if (run.count("--every") > 0 && options.csv.path.empty() && options.recording.empty())
      throw CLI::RequiresError("--every", "--csv or --record");
  });
}

void add_replay(CLI::App& program, ReplayOptions& options) {
  CLI::App* replay = program.add_subcommand("replay", "Compute a recorded run again, and compare every command");
  replay->add_option("FILE", options.file, "what `limber run --record` has written")->required();
  replay->add_option("--set", options.changes, "KEY=VALUE: with another parameter, what would have been (open loop)")
      ->allow_extra_args(false);
}

void add_run(CLI::App& program, RunOptions& options) {
  CLI::App* run = program.add_subcommand("run", "Run a configuration against the simulation");
  add_plan_options(*run, options.plan);
  run->add_option("--duration", options.plan.duration, "how long (s of simulated time)")
      ->check(number_within(1e-3, 86400.0, "s"));
  run->add_option("--seed", options.plan.seed, "of the sensor's noise: the same seed, the same run (with --fast)")
      ->check(CLI::Validator(seed_refusal, "N"));
  add_csv_options(*run, options.csv);
  add_recording_options(*run, options);
  run->add_flag("--json", options.json, "print the summary as JSON; all else goes to standard error (docs/json.md)");
  run->add_option("--name", options.name, "what `limber send` calls it (the configuration's name)")
      ->check(CLI::Validator(name_refusal, "NAME"));
  CLI::Option* fast = run->add_flag("--fast", options.fast, "as fast as it can, in one thread");
  run->add_flag("--realtime", options.real_time, "in real time, with a control thread of its own (the default)")
      ->excludes(fast);
}

void add_send(CLI::App& program, SendOptions& options) {
  CLI::App* send = program.add_subcommand("send", "Talk to a running `limber run`");
  send->add_option("--to", options.name, "its name (the only one that runs)");
  send->add_option_function<std::string>(
          "WORDS", [](const std::string&) {},
          "status; hold, run, tare, tare_anyway, reset_fault, reference_here; set KEY VALUE; or an action of a "
          "script, as "
          "'{push: [0, 10, 0], for: 1}'")
      ->required();
}

// What is said to a run may be anything. CLI11 would take a list apart, and -.inf for an option: it sees one word for
// all of it.
std::vector<const char*> without_sent_words(int argc, char** argv, std::vector<std::string>& words) {
  std::vector<const char*> rest(argv, argv + argc);
  if (argc < 3 || argv[1] != std::string_view("send")) return rest;
  rest.resize(2);
  for (int i = 2; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool is_option = word.starts_with("--") || word == "-h";
    if (!is_option) words.emplace_back(word);
    if (is_option) rest.push_back(argv[i]);
    if (word == "--to" && i + 1 < argc) rest.push_back(argv[++i]);
  }
  if (!words.empty()) rest.push_back("WORDS");
  return rest;
}

void add_explain(CLI::App& program, ExplainOptions& options) {
  CLI::App* explain =
      program.add_subcommand("explain", "Say what a configuration will do, and which walls it may touch");
  add_plan_options(*explain, options.plan);
  explain->add_option("--wall", options.wall, "a wall to judge (N/m)")->check(number_within(1.0, 1e7, "N/m"));
  explain->add_option("--speed", options.speed, "speed at which the arm is led into it (m/s)")
      ->check(number_within(1e-4, 10.0, "m/s"));
  explain->add_flag("--json", options.json, "for programs: the same as JSON");
}

void add_validate(CLI::App& program, PlanOptions& options, bool& json) {
  CLI::App* validate = program.add_subcommand(
      "validate", "Check a configuration and its script, and the path of torque arms point by point");
  add_plan_options(*validate, options);
  validate->add_flag("--json", json, "for programs: the same as JSON");
}

std::string exit_code_words() {
  std::string words = "Exit codes:";
  for (const NumberWords& code : exit_codes()) words += "\n  " + std::to_string(code.number) + "  " + code.meaning;
  return words;
}

// Where this cannot be written either, the exit code says it.
void complain(const std::string& sentence) { std::fputs(("limber: " + sentence + "\n").c_str(), stderr); }

// `limber complete -- WORDS…`, for shells; its words are anything, so it is no command of CLI11's.
bool asks_for_completion(int argc, char** argv) {
  return argc > 3 && argv[1] == std::string_view("complete") && argv[2] == std::string_view("--");
}

int print_completions(const CLI::App& program, const std::vector<std::string>& words) {
  for (const std::string& word : completions(program, words)) std::puts(word.c_str());
  return 0;
}

// The first word is a command, or an option of the program's own.
void refuse_unknown_command(const CLI::App& program, int argc, char** argv) {
  std::string known;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (argc > 1 && argv[1] == command->get_name()) return;
    known += (known.empty() ? "" : ", ") + command->get_name();
  }
  if (argc < 2) throw std::runtime_error("a command is needed, one of " + known);
  if (argv[1][0] == '-') return;
  throw std::runtime_error(fmt::format("'{}' is not a command; it must be one of {}", argv[1], known));
}

int obey_command_line(int argc, char** argv) {
  CLI::App program("Limber: real-time compliant control for robot arms, against a simulation.", "limber");
  program.require_subcommand(1);
  program.footer(exit_code_words());
  program.set_version_flag("--version", LIMBER_VERSION);
  RunOptions run;
  ExplainOptions explain;
  PlanOptions push_test, validate;
  SendOptions send;
  ReplayOptions replay;
  bool list_json = false, validate_json = false;
  add_run(program, run);
  program.add_subcommand("list", "Show the robots, scenes and configurations known by name")
      ->add_flag("--json", list_json, "for programs: the same as JSON");
  add_explain(program, explain);
  add_send(program, send);
  add_validate(program, validate, validate_json);
  add_plan_options(*program.add_subcommand("push-test", "Find out the sign of the force sensor by a push"), push_test);
  add_replay(program, replay);
  if (asks_for_completion(argc, argv)) return print_completions(program, {argv + 3, argv + argc});
  try {
    refuse_unknown_command(program, argc, argv);
    const std::vector<const char*> arguments = without_sent_words(argc, argv, send.words);
    program.parse(static_cast<int>(arguments.size()), arguments.data());
    if (program.got_subcommand("run")) return run_command(run);
    if (program.got_subcommand("list")) list_command(list_json);
    if (program.got_subcommand("explain")) explain_command(explain);
    if (program.got_subcommand("validate")) return validate_command(validate, validate_json);
    if (program.got_subcommand("replay")) return replay_command(replay);
    if (program.got_subcommand("send")) return send_command(send);
    if (program.got_subcommand("push-test")) return push_test_command(push_test) ? 0 : 1;
    return 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : kBadRequest;
  } catch (const std::exception& error) {
    if (std::ferror(stdout) == 0) complain(error.what());
    return kBadRequest;
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away is an output that cannot be written, as a full disk is
  const int code = obey_command_line(argc, argv);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  complain("standard output could not be written to its end");
  return kFailed;
}
