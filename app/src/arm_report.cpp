// What is the same of all arms.
#include "arm_report.hpp"

#include <fmt/format.h>

namespace limber::app {

std::string TimedSentence::line() const { return fmt::format("{:7.2f} s  {}", time, sentence); }

Json TimedSentence::json() const {
  Json json = Json::object().set("at_s", time);
  if (!name.empty()) json.set("name", name);
  return json.set("sentence", sentence);
}

Json json_of(const std::vector<TimedSentence>& list) {
  Json json = Json::array();
  for (const TimedSentence& said : list) json.add(said.json());
  return json;
}

ArmReport::ArmReport(const CsvOptions& csv, const std::vector<std::string>& columns) {
  if (!csv.path.empty()) csv_.emplace(csv, columns);
}

void ArmReport::keep(const Event& event, TimedSentence said) {
  if (event.kind == Event::Kind::kContactLost || event.kind == Event::Kind::kPressEnded)
    lost_contacts_.push_back(std::move(said));
  if (event.kind != Event::Kind::kFault) return;
  said.name = name(event.fault.code);
  faults_.push_back(std::move(said));
}

}  // namespace limber::app
