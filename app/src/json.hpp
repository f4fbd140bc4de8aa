// JSON for other programs: a value that is built up and written out.
//
//   Json result = Json::object();
//   result.set("robot", "ur5e").set("largest_force_N", 12.9).set("axes", Json::array().add("x").add("y"));
//   print(result);
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limber::app {

class Json {
 public:
  // Scalars. A number that is not finite becomes null.
  Json() : text_("null") {}
  Json(double number);
  Json(const std::string& text);
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  template <std::same_as<bool> Bool>
  Json(Bool value) : text_(value ? "true" : "false") {}
  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) Json(Whole number) : text_(std::to_string(number)) {}
  template <class Value>
  Json(const std::optional<Value>& value) : Json(value ? Json(*value) : Json()) {}

  static Json object() { return Json(Kind::kObject); }
  static Json array() { return Json(Kind::kArray); }
  // Of anything with begin() and end(), such as a vector of numbers or an Eigen vector.
  template <class List>
  static Json array_of(const List& list) {
    Json array = Json::array();
    for (const auto& element : list) array.add(element);
    return array;
  }

  // A member of an object, in the order of the calls; an element of an array.
  Json& set(const std::string& key, Json value);
  Json& add(Json value);

  // Over several lines, two spaces a level.
  std::string text() const { return text_at(0); }

 private:
  enum class Kind { kScalar, kObject, kArray };
  explicit Json(Kind kind) : kind_(kind) {}
  std::string text_at(std::size_t depth) const;

  Kind kind_ = Kind::kScalar;
  std::string text_;               // of a scalar, as it is written
  std::vector<std::string> keys_;  // of an object, as they are written
  std::vector<Json> values_;
};

// To standard output, with a line's end.
void print(const Json& json);

}  // namespace limber::app
