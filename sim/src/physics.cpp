// The MuJoCo calls behind a simulated arm.
#include "physics.hpp"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace limber::sim {

namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

Eigen::Map<const Vector3> vector_at(const mjtNum* base, int index) {
  return Eigen::Map<const Vector3>(base + 3 * index);
}

Matrix3 matrix_at(const mjtNum* base, int index) { return Eigen::Map<const RowMajor3>(base + 9 * index); }

// MuJoCo parses files only; this one lives in memory.
mjModel* load(const std::string& text) {
  constexpr const char* kName = "limber.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), kName, static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), kName)], text.data(), text.size());
  std::array<char, 1000> error{};
  mjModel* model = mj_loadXML(kName, files.get(), error.data(), static_cast<int>(error.size()));
  mj_deleteVFS(files.get());
  if (model == nullptr) throw SimulationError(std::string("MuJoCo refuses the model: ") + error.data());
  return model;
}

}  // namespace

void Physics::Deleter::operator()(mjModel_* model) const { mj_deleteModel(model); }
void Physics::Deleter::operator()(mjData_* data) const { mj_deleteData(data); }

Physics::Physics(const std::string& mjcf_text, int joints, std::size_t plates)
    : joints_(joints), plates_(plates), model_(load(mjcf_text)), data_(mj_makeData(model_.get())) {
  const mjModel* m = model_.get();
  tool_ = mj_name2id(m, mjOBJ_BODY, "tool");
  ball_ = mj_name2id(m, mjOBJ_GEOM, "ball");
  tool_point_ = mj_name2id(m, mjOBJ_SITE, "tool_point");
  for (std::size_t i = 0; i < plates_; ++i) {
    const std::string name = "plate" + std::to_string(i);
    plate_geoms_.push_back(mj_name2id(m, mjOBJ_GEOM, name.c_str()));
    plate_joints_.push_back(m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, name.c_str())]);
  }
}

void Physics::place(const JointVector& q) {
  mj_resetData(model_.get(), data_.get());
  std::copy_n(q.data(), joints_, data_->qpos);
  mj_kinematics(model_.get(), data_.get());
  bool pressed = false;
  for (std::size_t i = 0; i < plates_; ++i) pressed |= press_in(i);
  look();
  if (!pressed) return;
  // The contact finds its own hair's breadth of penetration while the joints stand still.
  constexpr int kSettling = 300;
  for (int k = 0; k < kSettling; ++k) {
    accelerate((q - this->q()) / (model_->opt.timestep * model_->opt.timestep) - qd() / model_->opt.timestep);
    integrate();
    look();
  }
  data_->time = 0.0;
}

// Moves the plate's surface to the ball where the ball begins inside of it.
bool Physics::press_in(std::size_t plate) {
  const int geom = plate_geoms_[plate];
  const mjtNum* half_sizes = model_->geom_size + 3 * geom;
  const Vector3 p_P = matrix_at(data_->geom_xmat, geom).transpose() *
                      (vector_at(data_->geom_xpos, ball_) - vector_at(data_->geom_xpos, geom));
  const double depth = half_sizes[2] + model_->geom_size[3 * ball_] - p_P.z();
  const bool over_it = std::abs(p_P.x()) < half_sizes[0] && std::abs(p_P.y()) < half_sizes[1];
  if (!over_it || !(depth > 0.0 && depth < half_sizes[2])) return false;
  data_->qpos[plate_joints_[plate]] = -depth;
  return true;
}

void Physics::look() {
  mj_fwdPosition(model_.get(), data_.get());
  mj_fwdVelocity(model_.get(), data_.get());
}

void Physics::take_hands_off() { mju_zero(data_->xfrc_applied + 6 * tool_, 6); }

void Physics::add_hand(const Vector6& F_B, const Vector3& p_TP) {
  const Vector3 p_BP = vector_at(data_->xpos, tool_) + matrix_at(data_->xmat, tool_) * p_TP;
  const Vector3 arm_B = p_BP - vector_at(data_->xipos, tool_);  // MuJoCo takes wrenches at the centre of mass
  Eigen::Map<Vector6> applied(data_->xfrc_applied + 6 * tool_);
  applied += F_B;
  applied.tail<3>() += arm_B.cross(F_B.head<3>());
}

// τ = M q̈ + bias - passive
void Physics::accelerate(const JointVector& qdd) {
  mju_zero(data_->qacc, model_->nv);
  std::copy_n(qdd.data(), joints_, data_->qacc);
  mj_mulM(model_.get(), data_.get(), data_->qfrc_applied, data_->qacc);
  for (int i = 0; i < model_->nv; ++i) {
    const double torque = data_->qfrc_applied[i] + data_->qfrc_bias[i] - data_->qfrc_passive[i];
    data_->qfrc_applied[i] = i < joints_ ? torque : 0.0;
  }
  mj_forwardSkip(model_.get(), data_.get(), mjSTAGE_VEL, 0);
}

void Physics::integrate() { mj_Euler(model_.get(), data_.get()); }

JointVector Physics::q() const { return Eigen::Map<const Eigen::VectorXd>(data_->qpos, joints_); }
JointVector Physics::qd() const { return Eigen::Map<const Eigen::VectorXd>(data_->qvel, joints_); }

// MuJoCo reports what the wrist does to the tool.
Vector6 Physics::sensor_wrench() const { return -Eigen::Map<const Vector6>(data_->sensordata); }

Vector6 Physics::hand_wrench() const {
  Vector6 F = Eigen::Map<const Vector6>(data_->xfrc_applied + 6 * tool_);
  const Vector3 arm_B = vector_at(data_->xipos, tool_) - vector_at(data_->site_xpos, tool_point_);
  F.tail<3>() += arm_B.cross(F.head<3>());
  return F;
}

Pose Physics::tool_pose() const {
  return {matrix_at(data_->site_xmat, tool_point_), vector_at(data_->site_xpos, tool_point_)};
}

Vector6 Physics::tool_velocity() const {
  Vector6 turning_first;
  mj_objectVelocity(model_.get(), data_.get(), mjOBJ_SITE, tool_point_, turning_first.data(), 0);
  Vector6 V;
  V << turning_first.tail<3>(), turning_first.head<3>();
  return V;
}

Vector3 Physics::contact_force(std::size_t plate) const {
  Vector3 force_B = Vector3::Zero();
  for (int i = 0; i < data_->ncon; ++i) {
    const mjContact& contact = data_->contact[i];
    if (contact.geom1 != plate_geoms_[plate] && contact.geom2 != plate_geoms_[plate]) continue;
    Vector6 F;
    mj_contactForce(model_.get(), data_.get(), i, F.data());
    // The rows of the contact frame are its axes; the force acts on geom2.
    const Vector3 on_second_B = matrix_at(contact.frame, 0).transpose() * F.head<3>();
    force_B += contact.geom2 == ball_ ? on_second_B : Vector3(-on_second_B);
  }
  return force_B;
}

double Physics::plate_deflection(std::size_t plate) const { return -data_->qpos[plate_joints_[plate]]; }

}  // namespace limber::sim
