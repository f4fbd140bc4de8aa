// Finds the known key nearest to a mistyped one, by edit distance.
#include <algorithm>
#include <numeric>

#include "config/yaml_reader.hpp"

namespace limber::config {
namespace {

constexpr std::size_t kMaxComparedLength = 80;  // longer keys have no near known key

// Letters to insert, delete or replace to turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

std::string_view last_part(std::string_view key) { return key.substr(key.rfind('.') + 1); }

}  // namespace

std::string nearest_key(std::string_view unknown, const std::vector<std::string>& known) {
  if (unknown.size() > kMaxComparedLength) return "";
  std::string nearest;
  // In a short word, two different letters make another word.
  const std::size_t most = unknown.size() < 5 ? 1 : std::max<std::size_t>(2, unknown.size() / 4);
  std::size_t smallest = most + 1;
  for (const std::string& key : known) {
    // The difference in length is a lower bound of the distance. This keeps a file full of unknown keys fast to refuse.
    const std::size_t longer = std::max(key.size(), unknown.size()) - std::min(key.size(), unknown.size());
    if (longer >= smallest) continue;
    const std::size_t distance = edit_distance(unknown, key);
    if (distance < smallest) {
      smallest = distance;
      nearest = key;
    }
  }
  if (!nearest.empty()) return nearest;
  // The right name without its group: `mass` instead of `admittance.mass`.
  const auto same_name = std::find_if(known.begin(), known.end(),
                                      [&](const std::string& key) { return last_part(key) == last_part(unknown); });
  return same_name == known.end() ? "" : *same_name;
}

}  // namespace limber::config
