// Prints to its file.
#include "status_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "limber/real_time.hpp"
#include "limber/telemetry.hpp"

namespace limber::app {
namespace {

constexpr int kColumns = 120;       // of any status
constexpr int kStatusColumns = 88;  // of an arm that moves in positions, after the time
constexpr Nanoseconds kTerminalPeriod = kNanosecondsPerSecond / 10;
constexpr Nanoseconds kPipePeriod = kNanosecondsPerSecond;

}  // namespace

std::string limit_words(LimitSet limits) {
  std::string words;
  for (std::size_t i = 0; i < kLimitNames.size(); ++i) {
    if ((limits.bits & (1u << i)) == 0) continue;
    words += (words.empty() ? "" : ", ") + std::string(kLimitNames[i]);
  }
  return words;
}

std::string status_text(const CycleRecord& record, const std::string& phase) {
  const Telemetry& t = record.telemetry;
  const std::string limits = limit_words(t.limited);
  std::string text = fmt::format("{:<8}  {:<10.10}  force {:6.1f} N  speed {:5.3f} m/s", name(t.state), phase,
                                 t.wrench_filtered.head<3>().norm(), t.twist_command.head<3>().norm());
  if (t.fault != FaultCode::kNone) text += fmt::format("  fault: {}", name(t.fault));
  if (!limits.empty()) text += "  limited: " + limits;
  if (text.size() > std::size_t{kStatusColumns}) text.replace(kStatusColumns - 3, std::string::npos, "...");
  return text;
}

StatusLine::StatusLine(std::FILE* file) : file_(file), terminal_(isatty(fileno(file)) != 0) {}

// A status longer than the terminal's line would not be rewritten but repeated. One column stays free for the cursor.
int StatusLine::terminal_columns() const {
  winsize size{};
  const bool known = ioctl(fileno(file_), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? std::min<int>(kColumns, size.ws_col - 1) : kColumns - 1;
}

// A full disk must not end a run; main() says in the end that not all was written.
void StatusLine::put(const std::string& text) const {
  std::fwrite(text.data(), 1, text.size(), file_);
  std::fflush(file_);
}

void StatusLine::show(const std::string& text) {
  next_ = monotonic_now() + (terminal_ ? kTerminalPeriod : kPipePeriod);
  if (terminal_) {
    const int columns = terminal_columns();
    put(fmt::format("\r{:<{}.{}}", text, columns, columns));
  } else {
    put(text + "\n");
  }
  open_ = terminal_;
}

void StatusLine::say(const std::string& sentence) {
  if (open_) put(fmt::format("\r{:<{}}\r", "", terminal_columns()));
  open_ = false;
  put(sentence + "\n");
}

void StatusLine::finish() {
  if (open_) put("\n");
  open_ = false;
}

}  // namespace limber::app
