// Draws histograms as SVG. Both axes are logarithmic, because the rare long cycles matter and a linear axis would hide
// them.
#include "chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "limber/real_time.hpp"
#include "svg.hpp"

namespace limber::bench {
namespace {

using svg::text;

constexpr double kWidth = 900, kHeight = 460;
constexpr double kLeft = 76, kRight = 24, kTop = 58, kBottom = 150;
constexpr double kPlotWidth = kWidth - kLeft - kRight, kPlotHeight = kHeight - kTop - kBottom;
constexpr int kBinsPerDecade = 25;
constexpr std::array kColours{"#0072b2", "#009e73", "#d55e00", "#7f7f7f"};  // distinguishable for colour-blind readers

struct Axes {
  int first_decade, last_decade;  // of ns
  int rarest;                     // decades below a share of 1

  double x(double ns) const {
    const double share = (std::log10(std::max(ns, 1.0)) - first_decade) / (last_decade - first_decade);
    return kLeft + kPlotWidth * std::clamp(share, 0.0, 1.0);
  }
  double y(double share) const {
    const double height = share > 0.0 ? 1.0 + std::log10(share) / rarest : 0.0;
    return kTop + kPlotHeight * (1.0 - std::clamp(height, 0.0, 1.0));
  }
};

std::vector<Figure> drawn_figures(const Report& report) {
  std::vector<Figure> drawn;
  for (const Figure& figure : report.figures()) {
    if (figure.histogram.count() > 0) drawn.push_back(figure);
  }
  return drawn;
}

Axes axes_for(const std::vector<Figure>& figures) {
  double shortest = 1e12, longest = 1.0, most = 10.0;
  for (const Figure& figure : figures) {
    shortest = std::min(shortest, static_cast<double>(figure.histogram.min()));
    longest = std::max(longest, static_cast<double>(figure.histogram.max()));
    most = std::max(most, static_cast<double>(figure.histogram.count()));
  }
  const int first = static_cast<int>(std::floor(std::log10(std::max(shortest, 1.0))));
  return {first, std::max(first + 1, static_cast<int>(std::ceil(std::log10(longest)))),
          static_cast<int>(std::ceil(std::log10(most)))};
}

// The share of all cycles in each bin, from the first decade of the axes.
std::vector<double> shares(const LatencyHistogram& histogram, const Axes& axes) {
  const int bins = kBinsPerDecade * (axes.last_decade - axes.first_decade);
  std::vector<double> result(static_cast<std::size_t>(bins), 0.0);
  histogram.for_each_bucket([&](Nanoseconds shortest, Nanoseconds longest, std::uint64_t count) {
    const double middle = std::max(1.0, 0.5 * static_cast<double>(shortest + longest));
    const int bin = static_cast<int>(kBinsPerDecade * (std::log10(middle) - axes.first_decade));
    result[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))] +=
        static_cast<double>(count) / static_cast<double>(histogram.count());
  });
  return result;
}

std::string outline(const LatencyHistogram& histogram, const Axes& axes, const char* colour) {
  const std::vector<double> heights = shares(histogram, axes);
  const double step = kPlotWidth / static_cast<double>(heights.size());
  std::string path = fmt::format("M{:.1f} {:.1f}", kLeft, kTop + kPlotHeight);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    path += fmt::format("V{:.1f}H{:.1f}", axes.y(heights[i]), kLeft + step * static_cast<double>(i + 1));
  }
  return fmt::format("<path d=\"{}V{:.1f}Z\" fill=\"{}\" fill-opacity=\"0.16\" stroke=\"{}\" stroke-width=\"1.4\"/>\n",
                     path, kTop + kPlotHeight, colour, colour);
}

std::string mark(double x, const char* colour, const char* dashes) {
  return fmt::format(
      "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" stroke-width=\"1.3\" "
      "stroke-dasharray=\"{4}\"/>\n",
      x, kTop, kTop + kPlotHeight, colour, dashes);
}

std::string duration(double ns) {
  if (ns < 1e3) return fmt::format("{:g} ns", ns);
  if (ns < 1e6) return fmt::format("{:g} µs", ns / 1e3);
  return fmt::format("{:g} ms", ns / 1e6);
}

std::string grid(const Axes& axes) {
  std::string out;
  const auto line = [&](double x1, double y1, double x2, double y2, const char* colour) {
    out += svg::line(x1, y1, x2, y2, colour);
  };
  for (int decade = axes.first_decade; decade <= axes.last_decade; ++decade) {
    const double ns = std::pow(10.0, decade);
    for (int k = 2; k < 10 && decade < axes.last_decade; ++k)
      line(axes.x(k * ns), kTop, axes.x(k * ns), kTop + kPlotHeight, "#f2f2f2");
    line(axes.x(ns), kTop, axes.x(ns), kTop + kPlotHeight, "#d0d0d0");
    out += text(axes.x(ns), kTop + kPlotHeight + 18, "middle", duration(ns));
  }
  for (int decade = 0; decade <= axes.rarest; ++decade) {
    const double share = std::pow(10.0, -decade);
    line(kLeft, axes.y(share), kWidth - kRight, axes.y(share), "#d0d0d0");
    out += text(kLeft - 8, axes.y(share) + 4, "end", fmt::format("{:g} %", 100.0 * share));
  }
  out += text(kLeft + kPlotWidth / 2, kTop + kPlotHeight + 38, "middle", "one full cycle");
  return out + text(0, 0, "middle", "share of cycles",
                    fmt::format("transform=\"translate(18 {:.0f}) rotate(-90)\"", kTop + kPlotHeight / 2).c_str());
}

// The right ends of the legend's columns.
constexpr double kP50Column = 520, kP99Column = 640, kMaxColumn = 750, kCyclesColumn = kWidth - kRight;
constexpr double kLegendTop = kTop + kPlotHeight + 58, kLegendStep = 18;

std::string legend_head() {
  const char* const grey = "fill=\"#777\"";
  return text(kP50Column, kLegendTop, "end", "p50 (solid)", grey) +
         text(kP99Column, kLegendTop, "end", "p99 (dashed)", grey) +
         text(kMaxColumn, kLegendTop, "end", "longest", grey) + text(kCyclesColumn, kLegendTop, "end", "cycles", grey);
}

std::string legend_line(const Figure& figure, std::size_t row, const char* colour) {
  const double y = kLegendTop + kLegendStep * static_cast<double>(row + 1);
  const auto micro = [](Nanoseconds ns, int digits) {
    return fmt::format("{:.{}f} µs", 1e-3 * static_cast<double>(ns), digits);
  };
  const LatencyHistogram& h = figure.histogram;
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"11\" fill=\"{}\"/>\n", kLeft, y - 10,
                     colour) +
         text(kLeft + 22, y, "start", figure.name) + text(kP50Column, y, "end", micro(h.quantile(0.5), 2)) +
         text(kP99Column, y, "end", micro(h.quantile(0.99), 2)) + text(kMaxColumn, y, "end", micro(h.max(), 0)) +
         text(kCyclesColumn, y, "end", std::to_string(h.count()));
}

}  // namespace

std::string cycle_chart(const Report& report, const Machine& machine) {
  const std::vector<Figure> figures = drawn_figures(report);
  std::string out = svg::begin(kWidth, kHeight);
  out += text(kLeft, 26, "start", "How long a control cycle takes", svg::kTitle);
  out += text(kLeft, 45, "start",
              fmt::format("back to back, {}, {} cores, {}, commit {}", machine.processor, machine.cores,
                          machine.compiler, machine.commit),
              "fill=\"#777\"");
  const Axes axes = axes_for(figures);
  out += grid(axes) + legend_head();
  // The widest first, so that none hides another.
  for (std::size_t i = figures.size(); i-- > 0;) {
    const char* const colour = kColours[i % kColours.size()];
    out += outline(figures[i].histogram, axes, colour);
    out += mark(axes.x(static_cast<double>(figures[i].histogram.quantile(0.5))), colour, "none");
    out += mark(axes.x(static_cast<double>(figures[i].histogram.quantile(0.99))), colour, "4 3");
    out += legend_line(figures[i], i, colour);
  }
  return out + "</svg>\n";
}

}  // namespace limber::bench
