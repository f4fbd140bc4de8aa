// Builds the tree from yaml-cpp's events, not from its nodes: events keep every line and every duplicate key, and allow
// stopping at a depth or a count before anything is built. The only file that includes yaml-cpp.
#include "config/yaml_tree.hpp"

#include <fmt/format.h>
#include <yaml-cpp/anchor.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <iterator>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "config/yaml_text.hpp"

namespace limber::config {
namespace {

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& source, std::size_t most) : source_(source), most_(most) {}

  YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_document_) fail(mark.line + 1, "a second document starts here; a file may contain only one");
    has_document_ = true;
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    close({YamlKind::kNull, mark.line + 1, {}, {}, false, {}}, anchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    // yaml-cpp gives plain scalars the tag "?" and quoted ones "!".
    const bool quoted = tag == "!";
    if (!quoted) refuse_tag(mark, tag);
    close({YamlKind::kScalar, mark.line + 1, {}, value, quoted, {}}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) fail(mark.line + 1, "an alias is inside the value that it refers to");
    count_ += found->second.size;
    YamlNode copy = found->second.node;
    copy.line = mark.line + 1;
    close(std::move(copy), YAML::NullAnchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlKind::kSequence, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlKind::kMap, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close_collection(); }
  void OnMapEnd() override { close_collection(); }

 private:
  struct PendingKey {
    std::string text;
    int line;
  };
  struct Level {
    YamlNode node;
    YAML::anchor_t anchor;
    std::size_t first_count;
    std::optional<PendingKey> key;
  };
  struct Anchored {
    YamlNode node;
    std::size_t size;
  };

  [[noreturn]] void fail(int line, std::string_view sentence) const {
    throw ConfigError(fmt::format("{}:{}: {}", source_, line, sentence));
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    fail(mark.line + 1, fmt::format("the tag {} is not known; values must not have tags", shown_text(tag)));
  }
  bool expects_key() const {
    return !levels_.empty() && levels_.back().node.kind == YamlKind::kMap && !levels_.back().key;
  }

  void open(YamlKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    refuse_tag(mark, tag);
    if (expects_key()) fail(mark.line + 1, "a key is a list or a map; a key must be a word");
    if (levels_.size() >= static_cast<std::size_t>(kMaxYamlDepth)) {
      fail(mark.line + 1, fmt::format("values are nested deeper than {} levels", kMaxYamlDepth));
    }
    levels_.push_back({{kind, mark.line + 1, {}, {}, false, {}}, anchor, count_, {}});
  }
  void close_collection() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    close(std::move(level.node), level.anchor, level.first_count);
  }
  void close(YamlNode node, YAML::anchor_t anchor) { close(std::move(node), anchor, count_); }

  // Adds a finished node: as key or value of a map, to a sequence, or as the root.
  void close(YamlNode node, YAML::anchor_t anchor, std::size_t first_count) {
    if (++count_ > most_) {
      fail(node.line, fmt::format("there are more than {} values, aliases included", most_));
    }
    if (anchor != YAML::NullAnchor) anchored_[anchor] = {node, count_ - first_count};
    if (levels_.empty()) {
      root_ = std::move(node);
    } else if (expects_key()) {
      if (node.kind != YamlKind::kScalar || node.text.empty()) fail(node.line, "a key is empty; a key must be a word");
      levels_.back().key = {std::move(node.text), node.line};
    } else {
      Level& parent = levels_.back();
      if (parent.key) {
        node.key = std::move(parent.key->text);
        node.line = parent.key->line;
        parent.key.reset();
      }
      parent.node.children.push_back(std::move(node));
    }
  }

  const std::string& source_;
  const std::size_t most_;  // values
  YamlNode root_;
  std::vector<Level> levels_;
  std::unordered_map<YAML::anchor_t, Anchored> anchored_;
  std::size_t count_ = 0;
  bool has_document_ = false;
};

// Finds keys that are given twice: merges maps, adds an error for anything else.
class DuplicateMerger {
 public:
  DuplicateMerger(const std::string& source, ErrorCollector& errors) : source_(source), errors_(errors) {}

  void merge(YamlNode& node, const std::string& path) {
    if (node.kind == YamlKind::kMap) merge_keys(node, path);
    for (YamlNode& child : node.children) merge(child, child.key.empty() ? path : path + child.key + ".");
  }

 private:
  void merge_keys(YamlNode& map, const std::string& path) {
    std::vector<YamlNode> kept;
    std::unordered_map<std::string, std::size_t> places;
    for (YamlNode& child : map.children) {
      const auto [place, is_new] = places.try_emplace(child.key, kept.size());
      if (is_new) {
        kept.push_back(std::move(child));
        continue;
      }
      YamlNode& first = kept[place->second];
      if (first.kind == YamlKind::kMap && child.kind == YamlKind::kMap) {
        std::move(child.children.begin(), child.children.end(), std::back_inserter(first.children));
      } else {
        errors_.add(fmt::format("{}:{}: {} is given twice, first on line {}", source_, child.line,
                                shown_key(path_below_node(path + child.key)), first.line));
      }
    }
    map.children = std::move(kept);
  }

  const std::string& source_;
  ErrorCollector& errors_;
};

YamlNode parse_events(std::string_view text, const std::string& source, std::size_t most) {
  TreeBuilder builder(source, most);
  // yaml-cpp 0.7 detects a quote without an end only if the text does not end with a line end.
  std::istringstream stream{std::string(text.substr(0, text.find_last_not_of(" \t\r\n") + 1))};
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& error) {
    const int line = error.mark.line < 0 ? 1 : error.mark.line + 1;
    throw ConfigError(fmt::format("{}:{}: this is not YAML: {}", source, line, error.msg));
  }
  return builder.take_root();
}

}  // namespace

YamlNode build_yaml_tree(std::string_view text, const std::string& source, const YamlLimits& limits) {
  require_readable_text(text, source, limits.bytes, limits.noun);
  YamlNode root = parse_events(text, source, limits.values);
  if (root.kind == YamlKind::kNull) throw ConfigError(fmt::format("{}:1: the file is empty", source));
  if (root.kind != YamlKind::kMap) {
    throw ConfigError(
        fmt::format("{}:{}: the top level is not a map; it must be `name: …` entries", source, root.line));
  }
  ErrorCollector errors;
  DuplicateMerger(source, errors).merge(root, "");
  errors.throw_if_any();
  return root;
}

std::string path_below_node(const std::string& path) {
  static const std::string kLevel = "ros__parameters.";
  const std::size_t at = path.find(kLevel);
  return at == std::string::npos ? path : path.substr(at + kLevel.size());
}

}  // namespace limber::config
