// Two panels over a logarithmic frequency axis: magnitude and phase of X/F.
#include "response_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "svg.hpp"

namespace limber::bench {
namespace {

constexpr double kWidth = 900, kHeight = 620;
constexpr double kLeft = 76, kRight = 24;
constexpr double kTop = 70, kPanel = 240, kGap = 30;
constexpr double kLowest = 0.1, kHighest = 30.0;  // Hz
constexpr char kAskedColour[] = "#7f7f7f";
constexpr char kRenderedColour[] = "#0072b2";
constexpr char kGuardedColour[] = "#d55e00";

struct Response {
  double frequency;                                // Hz
  double asked, rendered;                          // mm/N
  double asked_phase = 0.0, rendered_phase = 0.0;  // degrees
  double guarded = 0.0;                            // mm/N
};

std::vector<Response> responses(const Report& report) {
  std::vector<Response> all;
  for (const Figure& figure : report.figures()) {
    if (!figure.id.starts_with("rendering.") || figure.values.size() != 6) continue;
    const auto& v = figure.values;
    Response r{std::stod(figure.id.substr(10)), v[0].value, v[1].value, v[2].value, v[3].value, v[5].value};
    // Phases are from -180 to 180; here a larger lag continues below -180.
    if (!all.empty()) r.rendered_phase -= 360.0 * std::round((r.rendered_phase - all.back().rendered_phase) / 360.0);
    all.push_back(r);
  }
  return all;
}

double x_of(double frequency) {
  const double share = std::log(frequency / kLowest) / std::log(kHighest / kLowest);
  return kLeft + (kWidth - kLeft - kRight) * share;
}

// A panel with values from `low` at its lower edge to `high`.
struct Panel {
  double top, low, high;

  double y(double value) const { return top + kPanel * (high - value) / (high - low); }
};

std::string curve(const Panel& panel, const std::vector<Response>& all,
                  const std::function<double(const Response&)>& of, const char* colour, bool dots) {
  std::string points, marks;
  for (const Response& r : all) {
    const double x = x_of(r.frequency), y = panel.y(of(r));
    points += fmt::format("{:.1f},{:.1f} ", x, y);
    if (dots) marks += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.2\" fill=\"{}\"/>\n", x, y, colour);
  }
  return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>\n", points, colour,
                     dots ? 1.4 : 2.6) +
         marks;
}

std::string grid(const Panel& panel, double step, const std::function<std::string(double)>& words,
                 const std::string& title) {
  std::string out;
  for (const double f : {0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0}) {
    out += svg::line(x_of(f), panel.top, x_of(f), panel.top + kPanel, "#e4e4e4");
    if (panel.top > kTop) out += svg::text(x_of(f), panel.top + kPanel + 18, "middle", fmt::format("{:g} Hz", f));
  }
  for (double value = panel.low; value <= panel.high + 1e-9; value += step) {
    out += svg::line(kLeft, panel.y(value), kWidth - kRight, panel.y(value), "#d0d0d0");
    out += svg::text(kLeft - 8, panel.y(value) + 4, "end", words(value));
  }
  return out + svg::text(kLeft + 8, panel.top + kPanel - 10, "start", title, svg::kGrey);
}

}  // namespace

std::string response_chart(const Report& report) {
  const std::vector<Response> all = responses(report);
  if (all.empty()) return "";
  double least = 1e9, most = 0.0, latest = 0.0;
  for (const Response& r : all) {
    least = std::min({least, r.asked, r.rendered, r.guarded});
    most = std::max({most, r.asked, r.rendered, r.guarded});
    latest = std::min({latest, r.asked_phase, r.rendered_phase});
  }
  const Panel size{kTop, std::floor(std::log10(least)), std::ceil(std::log10(most))};
  const Panel phase{kTop + kPanel + kGap, 90.0 * std::floor(latest / 90.0), 0.0};
  std::string out = svg::begin(kWidth, kHeight);
  out += svg::text(kLeft, 26, "start", "What the arm renders at its tool", svg::kTitle);
  out += svg::text(kLeft, 45, "start", report.group_of("rendering.off"), svg::kGrey);
  const auto legend = [](double y, const char* words, const char* colour) {
    return svg::text(kWidth - kRight, y, "end", words, fmt::format("fill=\"{}\" font-weight=\"bold\"", colour));
  };
  out += legend(20, "asked for", kAskedColour);
  out += legend(38, "rendered, behind the servo", kRenderedColour);
  out += legend(56, "the same with the contact guard", kGuardedColour);
  out += grid(
      size, 1.0, [](double decade) { return fmt::format("{:g}", std::pow(10.0, decade)); }, "mm a newton");
  out += curve(
      size, all, [](const Response& r) { return std::log10(r.asked); }, kAskedColour, false);
  out += curve(
      size, all, [](const Response& r) { return std::log10(r.rendered); }, kRenderedColour, true);
  out += curve(
      size, all, [](const Response& r) { return std::log10(r.guarded); }, kGuardedColour, true);
  out += grid(
      phase, 90.0, [](double degrees) { return fmt::format("{:g}°", degrees); }, "phase");
  out += curve(
      phase, all, [](const Response& r) { return r.asked_phase; }, kAskedColour, false);
  out += curve(
      phase, all, [](const Response& r) { return r.rendered_phase; }, kRenderedColour, true);
  return out + "</svg>\n";
}

}  // namespace limber::bench
