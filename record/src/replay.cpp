// Reads the recording from its beginning and hands every message to the arm that it is of.
#include "limber/record/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "arm_replay.hpp"
#include "limber/record/mcap_reader.hpp"

namespace limber::record {
namespace {

class Replaying : public McapVisitor {
 public:
  explicit Replaying(const ReplayChanges& changes) : changes_(&changes) {}

  void see(const McapAttachment& attachment) override { texts_[attachment.name] = attachment.data; }
  void see(const McapMetadata& metadata) override {
    if (metadata.name != "limber_arm") return;
    has_arms_ = true;
    ArmDescription description = description_of(metadata.values);
    const std::string before = description.name.empty() ? "" : description.name + "/";
    description.urdf = texts_[before + "robot.urdf"];
    description.parameters = texts_[before + "parameters.yaml"];
    const std::string topic = description.topic();
    if (by_topic_.count(topic + "/cycle") != 0) throw ReplayError(fmt::format("there are two arms at {}", topic));
    arms_.push_back(ArmReplay::make(description, *changes_));
    by_topic_[topic + "/cycle"] = by_topic_[topic + "/input"] = arms_.back().get();
  }
  void see(const McapChannel& channel, const McapSchema*) override {
    has_cycles_ = has_cycles_ || channel.topic.ends_with("/cycle");
  }
  void see(const McapMessage& message, const McapChannel& channel) override {
    const auto arm = by_topic_.find(channel.topic);
    if (arm == by_topic_.end()) return;
    if (channel.topic.ends_with("/cycle")) {
      arm->second->step(get_cycle(message.data));
    } else if (has_cycles_) {
      arm->second->give(get_input(message.data));
    }
  }

  ReplayReport report(const McapEnd& end) const {
    if (has_arms_ && !has_cycles_) {
      throw ReplayError("the recording has no cycles to compute again: a replay needs all of them, without --every");
    }
    if (arms_.empty())
      throw ReplayError("the file has no arm that could be replayed: `limber run --record` did not write it");
    ReplayReport report;
    for (const auto& arm : arms_) report.arms.push_back(arm->report());
    report.whole = end.whole;
    report.cut = end.cut;
    return report;
  }

 private:
  const ReplayChanges* changes_;
  std::map<std::string, std::string> texts_;  // of the attachments, by their names
  std::vector<std::unique_ptr<ArmReplay>> arms_;
  std::map<std::string, ArmReplay*> by_topic_;
  bool has_arms_ = false, has_cycles_ = false;
};

}  // namespace

double CommandDifference::size() const {
  const double gap = std::abs(recorded - computed);
  return std::isfinite(gap) ? gap : std::numeric_limits<double>::infinity();
}

bool ReplayReport::same() const {
  return std::all_of(arms.begin(), arms.end(), [](const ArmReplayReport& arm) { return !arm.first; });
}

ReplayReport replay(ByteView file, const ReplayChanges& changes) {
  Replaying replaying(changes);
  return replaying.report(read_mcap(file, replaying));
}

}  // namespace limber::record
