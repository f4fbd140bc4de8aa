"""Poses and wrenches by topic that no arm can follow: refused at once with a sentence, and nothing moves."""
import math
import re
import time

from compliant_ur import compliant_ur
from geometry_msgs.msg import PoseStamped, WrenchStamped
from live_system import wait_until
import pytest

NAME = 'admittance_controller'
SPRING = {'mass': [5.0] * 3 + [0.2] * 3, 'damping': [90.0] * 3 + [7.0] * 3, 'stiffness': [400.0] * 3 + [50.0] * 3,
          'frame': {'id': 'tool0'}, 'min_motion_threshold': 1.5}
AT_ONCE = 5.0  # s, on a busy machine; the log says so at most once a second
NO_LENGTHS = [1e18, -1e18, 1e154, math.nan, math.inf, -math.inf]


@pytest.fixture(scope='module')
def ur():
    with compliant_ur(NAME, admittance=SPRING) as system:
        yield system


def refusal(system, kind, topic, message):
    """Return the first line about it in the log; the arm stands, and runs on, meanwhile."""
    before, log = system.telemetry.next(), len(system.log())
    name = topic.split('/')[-1]

    def said():
        return re.search(rf'{name} refused: (.*)', system.log()[log:])
    with system.saying(kind, topic, message):
        line = wait_until(said, f'{topic} refused', AT_ONCE).group(1)
    time.sleep(0.3)
    after = system.telemetry.next()
    assert after.state == 'running' and after.fault == ''
    assert max(abs(a - b) for a, b in zip(before.q_command, after.q_command)) < 1e-4
    assert after.p_reference == before.p_reference
    return line


def pose_here(ur):
    return ur.ear(PoseStamped, f'{NAME}/desired_pose').next()


@pytest.mark.parametrize('value', NO_LENGTHS)
@pytest.mark.parametrize('axis', 'xz')
def test_position(ur, axis, value):
    pose = pose_here(ur)
    setattr(pose.pose.position, axis, value)
    assert 'position' in refusal(ur, PoseStamped, f'{NAME}/set_desired_pose', pose)


@pytest.mark.parametrize('value', [1e18, 1e154, math.nan, math.inf, 7.0])
def test_orientation(ur, value):
    pose = pose_here(ur)
    pose.pose.orientation.w = value
    assert re.search('quaternion|orientation', refusal(ur, PoseStamped, f'{NAME}/set_desired_pose', pose))


def test_no_orientation_at_all(ur):
    pose = pose_here(ur)
    q = pose.pose.orientation
    q.x = q.y = q.z = q.w = 0.0
    assert 'quaternion' in refusal(ur, PoseStamped, f'{NAME}/set_desired_pose', pose)


def test_out_of_reach_is_said_with_how_far(ur):
    """A metre farther away is a metre more; the arm reaches as far whatever it is asked."""
    pose, said = pose_here(ur), []
    for away in (3.0, 4.0):
        pose.pose.position.x, pose.pose.position.y = away, 0.0
        line = refusal(ur, PoseStamped, f'{NAME}/set_desired_pose', pose)
        found = re.search(r'at least ([\d.]+) m out of reach; the arm reaches ([\d.]+) m', line)
        assert found, line
        said.append([float(number) for number in found.groups()])
    (near, reach), (far, same) = said
    assert reach == same and 0.85 < reach < 1.3, said  # m: a UR5e's is 0.85 to its wrist, by its makers
    assert abs(far - near - 1.0) < 0.03 and abs(near + reach - 3.0) < 0.1, said


@pytest.mark.parametrize('part, value', [('force', value) for value in (1e6, -1e6, *NO_LENGTHS)]
                         + [('torque', value) for value in (1e6, 1e154, math.nan)])
def test_control_wrench(ur, part, value):
    wrench = WrenchStamped()
    getattr(wrench.wrench, part).y = value
    assert 'control wrench' in refusal(ur, WrenchStamped, f'{NAME}/wrench_control', wrench)
