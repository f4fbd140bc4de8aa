/// @file
/// A serial arm read from a URDF: kinematics, gravity, limits and named frames, for 1 to 8 moving joints.
///
/// pose(), kinematics() and gravity_torque() are noexcept, do not allocate and may be called in the control thread; the
/// rest is for before and after.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/types.hpp"

namespace limber {

/// A URDF or parameters that do not define an arm. The sentence says what was read, where, and what is allowed.
class ArmError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How a joint moves.
enum class JointType {
  kRevolute,    ///< turns, within limits
  kContinuous,  ///< turns without limits
  kPrismatic    ///< slides, within limits
};

/// Limits of one joint; rad, m and their derivatives, N m or N. A continuous joint has infinite position limits. If the
/// URDF gives no velocity limit, it is infinite, and LimitParameters::joint_velocity must limit the joint.
struct JointLimits {
  double lower;     ///< rad, m: lowest position
  double upper;     ///< rad, m: highest position
  double velocity;  ///< rad/s, m/s: largest speed in both directions
  double effort;    ///< N m, N: largest torque or force in both directions; 0 if the URDF gives none
  /// rad/s², m/s²: largest acceleration; infinity if the URDF gives none.
  double acceleration = std::numeric_limits<double>::infinity();
  /// rad/s², m/s²: largest deceleration of a stop; infinity if the URDF gives none.
  double deceleration = std::numeric_limits<double>::infinity();
};

/// One moving joint of the chain.
struct Joint {
  std::string name;    ///< as in the URDF, with the prefix of Arm::with_prefix()
  JointType type;      ///< turns or slides
  Pose X_PJ;           ///< the joint frame at q = 0, in the frame of the previous joint (the base for the first)
  Vector3 axis;        ///< unit vector, in the joint frame
  JointLimits limits;  ///< from the URDF
  double damping;      ///< N m s/rad or N s/m, from `<dynamics>` of the URDF, 0 if not given
  std::string link;    ///< name of the child link
};

/// The mass that moves with one joint: the child link and every link fixed to it, in the joint frame.
struct Body {
  double mass = 0.0;                  ///< kg
  Vector3 com = Vector3::Zero();      ///< m, in the joint frame
  Matrix3 inertia = Matrix3::Zero();  ///< kg m², about the centre of mass, axes of the joint frame
};

/// A frame on the arm: fixed to the body moved by joint `body`, or to the base if `body` is -1.
struct Frame {
  int body = -1;  ///< index of the joint, from 0; -1: the base
  Pose X_JF;      ///< in the joint frame of `body` (in the base if body is -1)
};

/// How well an arm can move its tool: the smallest singular value σ of its Jacobian, scaled to be comparable between
/// small and large arms:  J' = diag(1/L, 1/L, 1/L, r, r, r) J.  L is the length of the arm. r is 1 with six or more
/// joints; with fewer it is smaller, so position is weighted above orientation.
struct Conditioning {
  Vector6 row_scale = Vector6::Ones();  ///< the diagonal above: 1/m, then 1
  double best = 1.0;                    ///< largest σ of J' over postures within the joint limits; at least 0.03
};

/// What to do with a moving joint that is not between base and tip, such as a gripper finger.
enum class Branches {
  kRefuse,       ///< throw ArmError
  kFreezeAtZero  ///< treat it as fixed at q = 0: Arm::frozen_joints()
};

/// A serial arm of 1 to 8 moving joints: its chain, masses and frames. Never changes after it is made, so any number of
/// threads may read it.
class Arm {
 public:
  /// The chain from link `base` to link `tip`. `source` names the URDF in errors, such as its file name. Throws only
  /// ArmError, for any text. Links that move need a valid `<inertial>`, or none.
  static Arm from_urdf(const std::string& xml, const std::string& base, const std::string& tip,
                       const std::string& source = "URDF", Branches branches = Branches::kRefuse);
  /// The same from a file; errors name its path.
  static Arm from_urdf_file(const std::string& path, const std::string& base, const std::string& tip,
                            Branches branches = Branches::kRefuse);

  /// The same arm with `prefix` before the name of every link and joint: one URDF for several equal arms.
  Arm with_prefix(const std::string& prefix) const;

  /// Name of the robot in the URDF.
  const std::string& name() const noexcept { return name_; }
  /// Name of the first link of the chain.
  const std::string& base_name() const noexcept { return base_name_; }
  /// Name of the last link of the chain.
  const std::string& tip_name() const noexcept { return tip_name_; }
  /// Number of moving joints, 1 to kMaxJoints.
  int joint_count() const noexcept { return static_cast<int>(joints_.size()); }
  /// The moving joints, from base to tip: the order of every JointVector.
  const std::vector<Joint>& joints() const noexcept { return joints_; }
  /// The mass moved by each joint: one per joint, in order.
  const std::vector<Body>& bodies() const noexcept { return bodies_; }

  /// Any link that is fixed to the base or to a moving link of the chain, including base and tip. Nothing if there is
  /// none of that name.
  std::optional<Frame> find_frame(std::string_view link) const;
  /// The names that find_frame() knows. Allocates.
  std::vector<std::string> frame_names() const;
  /// Moving joints outside the chain that were frozen at 0 (Branches::kFreezeAtZero).
  const std::vector<std::string>& frozen_joints() const noexcept { return frozen_joints_; }
  /// Values that look like another unit, one sentence each: lengths in millimetres, angles in degrees. Only warnings: a
  /// gantry may be 30 m long, and a winch may turn a hundred times.
  const std::vector<std::string>& doubts() const noexcept { return doubts_; }
  /// The frame of the last link of the chain.
  const Frame& tip() const noexcept { return tip_; }
  /// Conditioning of the tip, over all postures within the joint limits.
  const Conditioning& conditioning() const noexcept { return conditioning_; }

  /// X_BF at q (rad or m, joint_count() of them). For the control thread.
  Pose pose(const JointVector& q, const Frame& frame) const noexcept;
  /// X_BF and the geometric Jacobian J_BF_B of the origin of F, in base axes, in one pass. For the control thread.
  void kinematics(const JointVector& q, const Frame& frame, Pose& X_BF, Jacobian& J_BF_B) const noexcept;
  /// N m or N: the torque that holds the arm at q against gravity_B (m/s², in the base, such as (0, 0, -9.81)). For the
  /// control thread.
  JointVector gravity_torque(const JointVector& q, const Vector3& gravity_B) const noexcept;

 private:
  friend class ArmBuilder;

  /// Joint i in the control loop: its frame rotated by a constant so that its axis is z. Every joint is then a constant
  /// pose followed by a rotation about z or a translation along z.
  struct Link {
    Pose X_PZ;      ///< the rotated joint frame at q = 0, in the previous rotated frame (the base for the first)
    Matrix3 R_ZJ;   ///< from the joint frame to the rotated one
    Vector3 com_Z;  ///< m, centre of mass of the body
    double mass;    ///< kg
    bool turns;     ///< revolute or continuous
  };
  class Walk;

  void prepare_links();

  std::string name_, base_name_, tip_name_;
  std::vector<Joint> joints_;
  std::vector<Body> bodies_;
  std::vector<std::pair<std::string, Frame>> frames_;
  std::vector<std::string> frozen_joints_, doubts_;
  Frame tip_;
  std::array<Link, kMaxJoints> links_{};
  Conditioning conditioning_;
};

}  // namespace limber
