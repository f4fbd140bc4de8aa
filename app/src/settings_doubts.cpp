#include "settings_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "arm/reach.hpp"
#include "contact_loops.hpp"
#include "limber/configuration.hpp"
#include "touch_outlook.hpp"

namespace limber::app {
namespace {

using Sentences = std::vector<std::string>;

constexpr double kSameServo = 0.1;  // of a lag: a smaller difference is no doubt

// The controller leads another servo than the simulated robot has.
void doubt_servo(const MotionPlan& plan, Sentences& doubts) {
  const double told = plan.parameters.servo.lag, has = plan.simulation.servo.lag;
  if (plan.settings.lead.none() || plan.simulation.servo.natural_frequency > 0.0) return;
  if (std::abs(told - has) <= kSameServo * has) return;
  doubts.push_back(
      fmt::format("servo.lag is {:g} s; the simulated robot has {:g} s (limber.servo.lag), so the command "
                  "leads it by too {}",
                  told, has, told > has ? "much" : "little"));
}

void doubt_deceleration(const MotionPlan& plan, Sentences& doubts) {
  const ToolBounds& tool = plan.settings.tool;
  if (!std::isfinite(tool.touch_deceleration) || tool.touch_deceleration == 0.0) return;
  double most = 0.0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    most = std::max(most, deceleration_at(plan, compliance_axis(plan, axis), plan.start));
  }
  if (tool.linear_acceleration + tool.touch_deceleration <= most) return;
  doubts.push_back(
      fmt::format("limits.max_touch_deceleration is {:g} m/s²; with max_linear_acceleration that is {:g} m/s², and at "
                  "the start the joints stop the tool with at most {:.3g} m/s² along x, y or z "
                  "(limits.joint_deceleration)",
                  tool.touch_deceleration, tool.linear_acceleration + tool.touch_deceleration, most));
}

// m: from where C can be to where the fixture acts; 0 or less if C can be there.
double way_to(const FixtureParameters& f, const ReachSphere& reach) {
  const Vector3 from_fixture = reach.centre_B - f.point;
  if (f.kind == FixtureKind::kPlane) return -f.direction.normalized().dot(from_fixture) - reach.radius;
  if (f.kind == FixtureKind::kSphere) return from_fixture.norm() - f.radius - reach.radius;
  return 0.0;  // a line or a cone pulls from everywhere else
}

void doubt_fixtures(const MotionPlan& plan, Sentences& doubts) {
  const ReachSphere reach = reach_of(plan.robot.arm, plan.settings.compliance);
  for (std::size_t i = 0; i < plan.parameters.fixtures.size(); ++i) {
    const FixtureParameters& f = plan.parameters.fixtures[i];
    const double way = way_to(f, reach);
    if (f.kind == FixtureKind::kNone || !(way > 0.0)) continue;
    doubts.push_back(fmt::format(
        "fixture_{}.point is ({:g}, {:g}, {:g}) m; the {} has no effect, because it is at "
        "least {:.3g} m out of the reach of the arm",
        i + 1, f.point.x(), f.point.y(), f.point.z(), f.kind == FixtureKind::kPlane ? "plane" : "sphere", way));
  }
}

Sentences doubts_of(const MotionPlan& plan) {
  Sentences sentences = config::doubts(plan.parameters);
  doubt_servo(plan, sentences);
  doubt_deceleration(plan, sentences);
  for (std::string& doubt : touch_doubts(plan)) sentences.push_back(std::move(doubt));
  doubt_fixtures(plan, sentences);
  return sentences;
}

// A lead that is asked for in so many words: parameters do not tell it from the default.
bool asks_for_lead(const config::YamlDocument& document) {
  const auto lead = find_key(document, "", "servo.lead");
  return lead && lead->boolean();
}

}  // namespace

std::vector<SettingsDoubt> settings_doubts(const MotionPlan& plan, const config::YamlDocument& document) {
  Sentences sentences = doubts_of(plan);
  if (plan.parameters.servo.lag == 0.0 && asks_for_lead(document)) {
    sentences.push_back("servo.lead is true; it has no effect without servo.lag, the time constant of the robot");
  }
  std::vector<SettingsDoubt> doubts;
  for (const std::string& sentence : sentences) doubts.push_back({place_of_key(document, "", sentence), sentence});
  return doubts;
}

std::vector<std::string> settings_doubts(const MotionPlan& plan, const AdmittanceParameters& parameters) {
  MotionPlan changed = plan;
  changed.parameters = parameters;
  changed.settings = bind(plan.robot.arm, parameters);
  return doubts_of(changed);
}

void RunDoubts::change(const std::vector<std::string>& sentences, const std::string& place) {
  const auto gone = [&](const SettingsDoubt& doubt) {
    return std::find(sentences.begin(), sentences.end(), doubt.sentence) == sentences.end();
  };
  doubts_.erase(std::remove_if(doubts_.begin(), doubts_.end(), gone), doubts_.end());
  for (const std::string& sentence : sentences) {
    const auto same = [&](const SettingsDoubt& doubt) { return doubt.sentence == sentence; };
    if (std::none_of(doubts_.begin(), doubts_.end(), same)) doubts_.push_back({place, sentence});
  }
}

std::vector<std::string> RunDoubts::sentences() const {
  std::vector<std::string> all;
  for (const SettingsDoubt& doubt : doubts_) all.push_back(doubt.place + doubt.sentence);
  return all;
}

}  // namespace limber::app
