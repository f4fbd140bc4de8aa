// Arm::from_urdf: the chain from base to tip, the links fixed to its bodies, and the branches.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include "arm/body.hpp"
#include "arm/conditioning.hpp"
#include "arm/doubts.hpp"
#include "arm/urdf_reader.hpp"
#include "arm/urdf_values.hpp"
#include "config/regular_file.hpp"
#include "limber/arm.hpp"

namespace limber {

class ArmBuilder {
 public:
  ArmBuilder(const std::string& xml, const std::string& source, Branches branches)
      : source_(source), branches_(branches), tree_(read_urdf(xml, source)), model_(tree_.model) {}

  Arm build(const std::string& base, const std::string& tip) {
    find_chain(base, tip);
    arm_.name_ = model_->getName();
    arm_.base_name_ = base;
    arm_.tip_name_ = tip;
    climb(link(base, "base"));
    pending_.push_back({link(base, "base"), -1, Pose{}});
    while (!pending_.empty()) {
      const Place place = pending_.back();
      pending_.pop_back();
      visit(place);
    }
    arm_.tip_ = *arm_.find_frame(tip);
    arm_.prepare_links();
    arm_.conditioning_ = conditioning_of(arm_);
    arm_.doubts_ = doubts_about(arm_, source_);
    return std::move(arm_);
  }

 private:
  // A link and its pose on a body of the arm.
  struct Place {
    urdf::LinkConstSharedPtr link;
    int body;
    Pose X_JL;
    bool frozen = false;      // behind a moving joint that is not on the chain
    bool above_base = false;  // fixed to the base, but not below it
  };

  urdf::LinkConstSharedPtr link(const std::string& name, const char* role) const {
    if (auto found = model_->getLink(name)) return found;
    throw ArmError(
        fmt::format("{}: there is no link '{}' for the {}; there are {}", source_, name, role, some_links()));
  }

  std::string some_links() const {
    std::string list;
    for (const auto& [name, unused] : model_->links_) {
      list += (list.empty() ? "" : ", ") + name;
      if (list.size() > 200) return list + ", ...";
    }
    return list;
  }

  void find_chain(const std::string& base, const std::string& tip) {
    const auto base_link = link(base, "base");
    std::size_t moving = 0;
    for (auto at = link(tip, "tip"); at != base_link; at = model_->getLink(at->parent_joint->parent_link_name)) {
      if (!at->parent_joint) {
        throw ArmError(fmt::format("{}: tip '{}' is not below base '{}'; a chain of joints must lead from base to tip",
                                   source_, tip, base));
      }
      chain_.insert(at->parent_joint->name);
      if (at->parent_joint->type != urdf::Joint::FIXED) ++moving;
    }
    if (moving == 0 || moving > static_cast<std::size_t>(kMaxJoints)) {
      throw ArmError(fmt::format("{}: there are {} moving joints from base '{}' to tip '{}'; an arm has 1 to {}",
                                 source_, moving, base, tip, kMaxJoints));
    }
  }

  void visit(const Place& place) {
    if (place.body >= 0) add_mass(place);
    if (!place.frozen) arm_.frames_.emplace_back(place.link->name, Frame{place.body, place.X_JL});
    for (const auto& joint : place.link->child_joints) {
      if (!climbed_.contains(joint->name)) visit_child(place, *joint);
    }
  }

  void add_mass(const Place& place) {
    const auto bad = tree_.bad_inertials.find(place.link->name);
    if (bad != tree_.bad_inertials.end()) throw ArmError(bad->second);
    Body& body = arm_.bodies_[static_cast<std::size_t>(place.body)];
    body = welded(body, moved(place.X_JL, body_of(*place.link, source_)));
  }

  // Links above the base that are fixed to it, and links fixed to those, are frames of the base too.
  void climb(urdf::LinkConstSharedPtr at) {
    Pose X_BL;
    while (at->parent_joint && at->parent_joint->type == urdf::Joint::FIXED) {
      X_BL = X_BL * origin_of(*at->parent_joint, source_).inverse();
      climbed_.insert(at->parent_joint->name);
      at = model_->getLink(at->parent_joint->parent_link_name);
      pending_.push_back({at, -1, X_BL, false, true});
    }
  }

  void visit_child(const Place& place, const urdf::Joint& joint) {
    const auto child = model_->getLink(joint.child_link_name);
    const Pose X_PJ = place.X_JL * origin_of(joint, source_);
    if (joint.type == urdf::Joint::FIXED) {
      pending_.push_back({child, place.body, X_PJ, place.frozen, place.above_base});
    } else if (chain_.contains(joint.name)) {
      arm_.joints_.push_back(moving_joint(joint, source_));
      if (const auto rates = tree_.rates.find(joint.name); rates != tree_.rates.end()) {
        arm_.joints_.back().limits.acceleration = rates->second.acceleration;
        arm_.joints_.back().limits.deceleration = rates->second.deceleration;
      }
      arm_.joints_.back().X_PJ = X_PJ;
      arm_.bodies_.emplace_back();
      pending_.push_back({child, arm_.joint_count() - 1, Pose{}});
    } else if (place.above_base) {
      return;
    } else if (branches_ == Branches::kFreezeAtZero) {
      arm_.frozen_joints_.push_back(joint.name);
      pending_.push_back({child, place.body, X_PJ, true});
    } else {
      throw ArmError(
          fmt::format("{}: joint '{}' moves but is not between base '{}' and tip '{}'; make it fixed, or allow it with "
                      "Branches::kFreezeAtZero",
                      source_, joint.name, arm_.base_name_, arm_.tip_name_));
    }
  }

  const std::string& source_;
  Branches branches_;
  UrdfTree tree_;
  urdf::ModelInterfaceSharedPtr model_;
  std::set<std::string> chain_;    // from base to tip
  std::set<std::string> climbed_;  // from the base upwards
  std::vector<Place> pending_;
  Arm arm_;
};

Arm Arm::from_urdf(const std::string& xml, const std::string& base, const std::string& tip, const std::string& source,
                   Branches branches) {
  try {
    return ArmBuilder(xml, source, branches).build(base, tip);
  } catch (const ArmError&) {
    throw;
  } catch (const std::exception& error) {
    throw ArmError(fmt::format("{}: the URDF could not be read: {}", source, error.what()));
  }
}

Arm Arm::from_urdf_file(const std::string& path, const std::string& base, const std::string& tip, Branches branches) {
  const std::string no_file = why_no_regular_file(path);
  if (!no_file.empty()) throw ArmError(path + ": " + no_file);
  std::ifstream file(path, std::ios::binary);
  const std::string xml{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || xml.empty()) throw ArmError(path + ": the file cannot be read, or is empty");
  return from_urdf(xml, base, tip, path, branches);
}

Arm Arm::with_prefix(const std::string& prefix) const {
  Arm arm = *this;
  arm.name_ = prefix + name_;
  arm.base_name_ = prefix + base_name_;
  arm.tip_name_ = prefix + tip_name_;
  for (Joint& joint : arm.joints_) {
    joint.name = prefix + joint.name;
    joint.link = prefix + joint.link;
  }
  for (std::string& joint : arm.frozen_joints_) joint = prefix + joint;
  for (auto& [name, frame] : arm.frames_) name = prefix + name;
  return arm;
}

std::optional<Frame> Arm::find_frame(std::string_view link) const {
  for (const auto& [name, frame] : frames_) {
    if (name == link) return frame;
  }
  return std::nullopt;
}

std::vector<std::string> Arm::frame_names() const {
  std::vector<std::string> names;
  for (const auto& [name, frame] : frames_) names.push_back(name);
  return names;
}

}  // namespace limber
