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

// MuJoCo only parses files; this one is in memory.
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

Physics::Physics(const std::string& mjcf_text, int joints, const Scene& scene)
    : joints_(joints), model_(load(mjcf_text)), data_(mj_makeData(model_.get())) {
  const mjModel* m = model_.get();
  tool_ = mj_name2id(m, mjOBJ_BODY, "tool");
  ball_ = mj_name2id(m, mjOBJ_GEOM, "ball");
  tool_point_ = mj_name2id(m, mjOBJ_SITE, "tool_point");
  // Every joint of the model has one degree of freedom, so its number is its index in q and q̇.
  const std::vector<Plate>& plates = scene.plates;
  for (std::size_t i = 0; i < plates.size(); ++i) {
    const std::string name = "plate" + std::to_string(i);
    plates_.push_back({mj_name2id(m, mjOBJ_GEOM, name.c_str()), mj_name2id(m, mjOBJ_JOINT, name.c_str()),
                       plate_damping(plates[i]), plates[i].friction});
  }
  if (torque_driven()) {
    for (std::size_t i = 0; i < plates.size(); ++i) match_stiffness(plates_[i], plates[i]);
  }
  // A servo corrects the joints in every substep, whatever the force was; a free arm keeps its energy.
  const double ahead = torque_driven() ? m->opt.timestep : 0.0;
  for (const Surface& surface : scene.surfaces) surfaces_.emplace_back(surface, m->opt.timestep, ahead);
}

bool Physics::torque_driven() const { return model_->opt.integrator == mjINT_RK4; }

// MuJoCo's contact is softer for lighter arms: its compliance is T² (1 - d) w, with the time constant T, the impedance
// d, and w the sum of MuJoCo's inverse weights (1/kg) of plate and tool. mjcf() only counts that of the plate; here the
// spring of the plate compensates both.
void Physics::match_stiffness(const TouchedPlate& plate, const Plate& asked) {
  mjModel* m = model_.get();
  const int body = m->geom_bodyid[plate.geom];
  const mjtNum* pair = m->pair_solref;  // the same for every pair
  const double give =
      pair[0] * pair[0] * (1.0 - m->pair_solimp[0]) * (m->body_invweight0[2 * body] + m->body_invweight0[2 * tool_]);
  const double spring = 1.0 / (1.0 / asked.stiffness - give);
  if (!(spring > 0.0)) {
    throw SimulationError("plate '" + asked.name + "' of " + std::to_string(std::lround(asked.stiffness)) +
                          " N/m is stiffer than its contact with this light arm, " +
                          std::to_string(std::lround(1.0 / give)) + " N/m; it must be softer");
  }
  // Keeps the weight of the plate balanced.
  m->qpos_spring[plate.joint] *= m->jnt_stiffness[plate.joint] / spring;
  m->jnt_stiffness[plate.joint] = spring;
}

void Physics::place(const JointVector& q) {
  mj_resetData(model_.get(), data_.get());
  for (TouchedSurface& surface : surfaces_) surface.release();
  std::copy_n(q.data(), joints_, data_->qpos);
  mj_kinematics(model_.get(), data_.get());
  bool pressed = false;
  for (const TouchedPlate& plate : plates_) pressed |= press_in(plate);
  look();
  check_surfaces();
  if (!pressed) return;
  if (!torque_driven()) return settle(q);
  // Otherwise a light arm would be pushed out.
  constexpr double kImmovable = 1e6;  // kg m²
  std::array<mjtNum, kMaxJoints> armature{};
  std::copy_n(model_->dof_armature, joints_, armature.begin());
  std::fill_n(model_->dof_armature, joints_, kImmovable);
  settle(q);
  std::copy_n(armature.begin(), joints_, model_->dof_armature);
  pin(q);
  look();
}

// Lets the contact find its equilibrium penetration while the joints stand still.
void Physics::settle(const JointVector& q) {
  constexpr int kSettling = 300;
  for (int k = 0; k < kSettling; ++k) {
    accelerate((q - this->q()) / (model_->opt.timestep * model_->opt.timestep) - qd() / model_->opt.timestep);
    integrate();
    look();
  }
  data_->time = 0.0;
}

// Moves the surface of the plate to the ball if the ball starts inside it.
bool Physics::press_in(const TouchedPlate& plate) {
  const int geom = plate.geom;
  const mjtNum* half_sizes = model_->geom_size + 3 * geom;
  const Vector3 p_P = matrix_at(data_->geom_xmat, geom).transpose() *
                      (vector_at(data_->geom_xpos, ball_) - vector_at(data_->geom_xpos, geom));
  const double depth = half_sizes[2] + model_->geom_size[3 * ball_] - p_P.z();
  const bool over_it = std::abs(p_P.x()) < half_sizes[0] && std::abs(p_P.y()) < half_sizes[1];
  if (!over_it || !(depth > 0.0 && depth < half_sizes[2])) return false;
  data_->qpos[plate.joint] = -depth;
  return true;
}

void Physics::look() {
  mj_fwdPosition(model_.get(), data_.get());
  mj_fwdVelocity(model_.get(), data_.get());
}

void Physics::take_hands_off() { hand_B_.setZero(); }

void Physics::add_hand(const Vector6& F_B, const Vector3& p_TP) {
  const Vector3 p_BP = vector_at(data_->xpos, tool_) + matrix_at(data_->xmat, tool_) * p_TP;
  const Vector3 arm_B = p_BP - vector_at(data_->xipos, tool_);  // MuJoCo takes wrenches at the centre of mass
  hand_B_ += F_B;
  hand_B_.tail<3>() += arm_B.cross(F_B.head<3>());
}

Physics::TouchedPlate& Physics::touched_by(int contact) {
  const mjContact& c = data_->contact[contact];
  return *std::find_if(plates_.begin(), plates_.end(),
                       [&](const TouchedPlate& plate) { return plate.geom == c.geom1 || plate.geom == c.geom2; });
}

// Coulomb friction: μ times the pressure of the previous substep, against the sliding velocity. Below kCreep it fades
// with the speed, so that a tool at rest is not shaken.
void Physics::rub() {
  constexpr double kCreep = 0.001;  // m/s
  const Vector6 V_BQ_B = tool_velocity();
  for (TouchedPlate& plate : plates_) plate.rubbing_B.setZero();
  for (int i = 0; i < data_->ncon; ++i) {
    TouchedPlate& plate = touched_by(i);
    const Vector3 p_BC = vector_at(data_->contact[i].pos, 0);
    const Vector3 normal_B = vector_at(data_->contact[i].frame, 0);
    Vector3 v_B = V_BQ_B.head<3>() + V_BQ_B.tail<3>().cross(p_BC - tool_pose().p);
    v_B -= v_B.dot(normal_B) * normal_B;
    plate.rubbing_B = -plate.friction * plate.pressing_B.norm() / std::max(v_B.norm(), kCreep) * v_B;
    Eigen::Map<Vector6> applied(data_->xfrc_applied + 6 * tool_);
    applied.head<3>() += plate.rubbing_B;
    applied.tail<3>() += (p_BC - vector_at(data_->xipos, tool_)).cross(plate.rubbing_B);
  }
}

// Applies the hands, the friction of the plates and the surfaces to the tool.
void Physics::touch() {
  Eigen::Map<Vector6>(data_->xfrc_applied + 6 * tool_) = hand_B_;
  rub();
  meet_surfaces();
}

// τ = M q̈ + bias - passive
void Physics::accelerate(const JointVector& qdd) {
  touch();
  mju_zero(data_->qacc, model_->nv);
  std::copy_n(qdd.data(), joints_, data_->qacc);
  mj_mulM(model_.get(), data_.get(), data_->qfrc_applied, data_->qacc);
  for (int i = 0; i < joints_; ++i) data_->qfrc_applied[i] += data_->qfrc_bias[i] - data_->qfrc_passive[i];
  for (const TouchedPlate& plate : plates_) {
    data_->qfrc_applied[plate.joint] = torque_driven() ? 0.0 : -plate.damping * data_->qvel[plate.joint];
  }
  mj_forwardSkip(model_.get(), data_.get(), mjSTAGE_VEL, 0);
  weigh();
}

void Physics::drive(const JointVector& torque) {
  touch();
  mju_zero(data_->qfrc_applied, model_->nv);
  std::copy_n(torque.data(), joints_, data_->qfrc_applied);
  mj_forwardSkip(model_.get(), data_.get(), mjSTAGE_VEL, 0);
  weigh();
}

// MuJoCo's contact is invertible: one force for every acceleration. It does not count what is applied from outside.
JointVector Physics::holding_torque() {
  mju_zero(data_->qacc, model_->nv);
  mj_inverse(model_.get(), data_.get());
  touch();
  for (const TouchedSurface& surface : surfaces_) {
    const Vector3 force_B = -surface.contact().force_B, none = Vector3::Zero();
    mj_applyFT(model_.get(), data_.get(), force_B.data(), none.data(), surface.point().data(), tool_,
               data_->qfrc_inverse);
  }
  return Eigen::Map<const Eigen::VectorXd>(data_->qfrc_inverse, joints_);
}

void Physics::pin(const JointVector& q) {
  std::copy_n(q.data(), joints_, data_->qpos);
  mju_zero(data_->qvel, joints_);
}

// Measures the force of each plate on the tool. The first axis of a contact is its normal, from geom1 to geom2.
void Physics::weigh() {
  for (TouchedPlate& plate : plates_) {
    plate.pressing_B.setZero();
    plate.penetration = 0.0;
  }
  for (int i = 0; i < data_->ncon; ++i) {
    const mjContact& contact = data_->contact[i];
    Vector6 F;
    mj_contactForce(model_.get(), data_.get(), i, F.data());
    TouchedPlate& plate = touched_by(i);
    plate.penetration = -contact.dist;
    plate.pressing_B += (contact.geom2 == ball_ ? F[0] : -F[0]) * vector_at(contact.frame, 0);
  }
}

void Physics::integrate() {
  if (torque_driven()) {
    mj_RungeKutta(model_.get(), data_.get(), 4);
  } else {
    mj_Euler(model_.get(), data_.get());
  }
  for (TouchedSurface& surface : surfaces_) surface.keep();
}

JointVector Physics::q() const { return Eigen::Map<const Eigen::VectorXd>(data_->qpos, joints_); }
JointVector Physics::qd() const { return Eigen::Map<const Eigen::VectorXd>(data_->qvel, joints_); }

// MuJoCo reports the wrench of the wrist on the tool.
Vector6 Physics::sensor_wrench() const { return -Eigen::Map<const Vector6>(data_->sensordata); }

Vector6 Physics::hand_wrench() const {
  Vector6 F = hand_B_;
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

Vector3 Physics::contact_force(std::size_t plate) const { return plates_[plate].pressing_B + plates_[plate].rubbing_B; }

double Physics::plate_deflection(std::size_t plate) const {
  return plates_[plate].penetration - data_->qpos[plates_[plate].joint];
}

}  // namespace limber::sim
