"""The CartesianAdmittanceController on a simulated UR5e: trajectories that say how compliant each point is."""
import math
import re
import time

from compliant_ur import compliant_ur
from geometry_msgs.msg import PoseStamped
from limber_msgs.msg import CartesianCompliance, CartesianTrajectoryPoint, CompliantFrameTrajectory
from live_system import wait_until
import pytest
from rclpy.duration import Duration

NAME = 'cartesian_admittance_controller'
SOFT = [150.0, 150.0, 150.0, 30.0, 30.0, 30.0]
AT_ONCE = 5.0  # s, on a busy machine; the log says so at most once a second
STIFF = [600.0, 600.0, 600.0, 60.0, 60.0, 60.0]


@pytest.fixture(scope='module')
def ur():
    with compliant_ur(NAME) as system:
        system.way = system.mouth(CompliantFrameTrajectory, f'{NAME}/compliant_frame_reference')
        yield system


def trajectory(ur, *points):
    """Return a trajectory from here on of (s, step in m, stiffness)."""
    here = ur.ear(PoseStamped, f'{NAME}/current_pose').next()
    message = CompliantFrameTrajectory()
    message.header.frame_id = 'base_link'
    for when, step, stiffness in points:
        point = CartesianTrajectoryPoint()
        point.pose.orientation = here.pose.orientation
        point.pose.position.x = here.pose.position.x + step[0]
        point.pose.position.y = here.pose.position.y + step[1]
        point.pose.position.z = here.pose.position.z + step[2]
        point.time_from_start = Duration(seconds=when).to_msg()
        compliance = CartesianCompliance()
        compliance.stiffness.data = stiffness
        message.cartesian_trajectory_points.append(point)
        message.compliance_at_points.append(compliance)
    return message


def test_follows_and_stiffens(ur):
    message = trajectory(ur, (0.0, (0.0, 0.0, 0.0), SOFT), (1.5, (0.0, 0.05, 0.0), SOFT),
                         (3.0, (0.0, 0.05, -0.08), STIFF))
    goal = message.cartesian_trajectory_points[-1].pose.position
    ur.telemetry.forget()
    ur.way.publish(message)
    time.sleep(3.2)
    end = ur.telemetry.next(lambda m: max(map(abs, m.twist_command)) < 1e-4)
    for a, b in zip((end.p_command.x, end.p_command.y, end.p_command.z), (goal.x, goal.y, goal.z)):
        assert abs(a - b) < 0.001
    assert [round(k) for k in end.stiffness] == STIFF
    assert any(abs(m.stiffness[0] - SOFT[0]) < 1.0 for m in ur.telemetry.all())


def test_yields_as_the_last_point_says(ur):
    before = ur.telemetry.next()
    ur.person.push(y=20.0)
    time.sleep(1.5)
    pushed = ur.telemetry.next()
    ur.person.push()
    yielded = pushed.p_command.y - before.p_command.y
    assert abs(yielded - (20.0 - 1.5) / STIFF[1]) < 0.003, yielded
    time.sleep(1.0)


@pytest.mark.parametrize('spoil, sentence', [
    (lambda m: setattr(m.cartesian_trajectory_points[1].pose.orientation, 'w', 7.0), 'its length must be 1'),
    (lambda m: m.compliance_at_points.pop(), 'it must have none or one for each'),
    (lambda m: m.compliance_at_points[0].stiffness.data.append(1.0), '0, 6 (diagonal) or 36'),
    (lambda m: setattr(m.header, 'frame_id', 'no_such_frame'), 'no_such_frame'),
    (lambda m: setattr(m.header.stamp, 'sec', 5), 'its stamp is 1970-01-01 00:00:05 UTC'),
    (lambda m: m.cartesian_trajectory_points.reverse(), 'time_from_start')])
def test_refuses_with_a_sentence(ur, spoil, sentence):
    message = trajectory(ur, (0.0, (0.0, 0.0, 0.0), SOFT), (1.0, (0.0, 0.05, 0.0), SOFT), (2.0, (0.0, 0.0, 0.05), SOFT))
    spoil(message)
    time.sleep(1.1)  # the log says so at most once a second
    log = len(ur.log())
    before = ur.telemetry.next()
    ur.way.publish(message)
    ur.wait_for_log('compliant_frame_reference refused', log)
    ur.wait_for_log(sentence, log)
    time.sleep(0.3)
    after = ur.telemetry.next()
    assert max(abs(a - b) for a, b in zip(before.q_command, after.q_command)) < 1e-4 and after.fault == ''


def spoil(message, field, value):
    """Put a number into a field of its second point."""
    if field in ('stiffness', 'inertia', 'damping'):
        getattr(message.compliance_at_points[1], field).data = [value] * 6
        return
    *path, last = field.split('.')
    part = message.cartesian_trajectory_points[1]
    for name in path:
        part = getattr(part, name)
    setattr(part, last, value)


@pytest.mark.parametrize('field', ['pose.position.x', 'pose.orientation.w', 'velocity.linear.y', 'velocity.angular.y',
                                   'acceleration.linear.z', 'wrench.force.x', 'wrench.torque.x', 'stiffness', 'inertia',
                                   'damping'])
def test_refuses_absurd_numbers(ur, field):
    before = ur.telemetry.next()
    for value in (1e18, -1e154, math.nan, math.inf):
        message = trajectory(ur, (0.0, (0.0, 0.0, 0.0), SOFT), (1.0, (0.0, 0.05, 0.0), SOFT))
        spoil(message, field, value)
        log = len(ur.log())
        with ur.saying(CompliantFrameTrajectory, f'{NAME}/compliant_frame_reference', message):
            ur.wait_for_log('compliant_frame_reference refused: ', log, AT_ONCE)
        time.sleep(0.3)
    after = ur.telemetry.next()
    assert after.state == 'running' and after.fault == ''
    assert max(abs(a - b) for a, b in zip(before.q_command, after.q_command)) < 1e-4


def test_a_point_out_of_reach_is_said_with_how_far(ur):
    message = trajectory(ur, (0.0, (0.0, 0.0, 0.0), SOFT), (1.0, (0.0, 0.0, 0.0), SOFT))
    message.cartesian_trajectory_points[1].pose.position.y = 3.0
    log = len(ur.log())

    def said():
        return re.search(r'point.*at least ([\d.]+) m out of reach; the arm reaches ([\d.]+) m', ur.log()[log:])
    with ur.saying(CompliantFrameTrajectory, f'{NAME}/compliant_frame_reference', message):
        beyond, reach = map(float, wait_until(said, 'how far it is', AT_ONCE).groups())
    assert abs(beyond + reach - 3.0) < 0.2, (beyond, reach)


def test_a_flood_of_bad_messages_is_one_line_a_second(ur):
    """Each has another number in its sentence, which says nothing new."""
    message = trajectory(ur, (0.0, (0.0, 0.0, 0.0), SOFT), (1.0, (0.0, 0.05, 0.0), SOFT))
    sentence = 'compliant_frame_reference refused'
    log, begin = len(ur.log()), time.monotonic()
    for number in range(400):
        message.cartesian_trajectory_points[1].pose.orientation.w = 2.0 + number
        ur.way.publish(message)
        time.sleep(0.01)

    def repeated():
        ur.way.publish(message)
        return 'more were refused before' in ur.log()[log:]
    wait_until(repeated, 'a line that counts the others')
    lines = ur.log()[log:].count(sentence)
    assert 2 <= lines <= 2 + (time.monotonic() - begin), f'{lines} lines'
