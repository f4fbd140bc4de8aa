// SVG elements of our charts.
#pragma once

#include <string>

namespace limber::bench::svg {

inline constexpr char kTitle[] = "font-size=\"17\" font-weight=\"bold\"";
inline constexpr char kGrey[] = "fill=\"#777\"";

// The opening tag, with a white background.
std::string begin(double width, double height);
std::string text(double x, double y, const char* anchor, const std::string& words, const std::string& attributes = "");
std::string line(double x1, double y1, double x2, double y2, const char* colour);

}  // namespace limber::bench::svg
