"""The AdmittanceController on a simulated UR5e: its topics, services and parameters."""
import time

from compliant_ur import compliant_ur, no_bump
from configurations import changed, documented
from control_msgs.msg import AdmittanceControllerState
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import PoseStamped, Twist, TwistStamped, WrenchStamped
from limber_msgs.msg import AdmittanceState
from limber_msgs.srv import SetCompliance, SetStiffness
from live_system import UR_JOINTS, wait_until
import pytest
from trajectory_msgs.msg import JointTrajectory

NAME = 'admittance_controller'
FREE = [0.0] * 6
SPRING = [400.0, 400.0, 400.0, 50.0, 50.0, 50.0]


@pytest.fixture(scope='module')
def ur():
    # a second opinion on the arm's kinematics, too
    plugin = {'plugin_name': 'kinematics_interface_kdl/KinematicsInterfaceKDL'}
    with compliant_ur(NAME, publish_rate=250.0, kinematics=plugin,
                      joint_trajectory_topic='/joint_trajectory') as system:
        yield system


def stiffen(ur, stiffness):
    """Set a stiffness and wait until the arm has it."""
    answer = ur.call(SetStiffness, f'{NAME}/set_stiffness', stiffness=stiffness)
    assert answer.success, answer.message
    ur.telemetry.next(lambda m: all(abs(a - b) <= 0.01 * b + 1e-9 for a, b in zip(m.stiffness, stiffness)))


def settle(ur):
    """Wait until the arm stands."""
    time.sleep(0.1)
    return ur.telemetry.next(lambda m: max(map(abs, m.twist_command)) < 1e-4)


def position(message):
    return [message.p_command.x, message.p_command.y, message.p_command.z]


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b)) ** 0.5


# --- topics ---

@pytest.mark.parametrize('kind, topic', [
    (Twist, f'{NAME}/cartesian_velocity_command'), (PoseStamped, f'{NAME}/current_pose'),
    (PoseStamped, f'{NAME}/desired_pose'), (TwistStamped, f'{NAME}/pose_error'),
    (AdmittanceControllerState, f'{NAME}/state'), (AdmittanceState, f'{NAME}/telemetry'),
    (JointTrajectory, '/joint_trajectory'), (DiagnosticArray, '/diagnostics')])
def test_speaks(ur, kind, topic):
    ur.ear(kind, topic).next(timeout=5.0)


def test_state_says_what_is_configured(ur):
    state = ur.ear(AdmittanceControllerState, f'{NAME}/state').next()
    assert list(state.mass.data) == [5.0, 5.0, 5.0, 0.2, 0.2, 0.2]
    assert state.joint_state.name == UR_JOINTS
    assert state.admittance_position.header.frame_id == 'base_link'


def test_yields_to_a_push_and_stops(ur):
    stiffen(ur, FREE)
    start = settle(ur)
    ur.person.push(y=15.0)
    time.sleep(1.0)
    ur.person.push()
    end = settle(ur)
    moved = [b - a for a, b in zip(position(start), position(end))]
    # never faster than v = (F - deadband) / D
    assert 0.05 < moved[1] < (15.0 - 1.5) / 75.0 * (end.time - start.time), moved
    assert abs(moved[0]) < 0.005 and abs(moved[2]) < 0.005, moved


def together(*ears):
    """Return messages of the same cycle, one of each ear: they have the same stamp."""
    def find():
        stamped = [{(m.header.stamp.sec, m.header.stamp.nanosec): m for m in ear.all()[-50:]} for ear in ears]
        common = set.intersection(*(set(messages) for messages in stamped))
        return [messages[max(common)] for messages in stamped] if common else None
    return wait_until(find, 'messages of one cycle')


def test_wrench_base_and_pose_error_are_in_the_axes_of_the_base(ur):
    """The compliance frame is the tool, which hangs down: its axes are not those of the base."""
    state_ear = ur.ear(AdmittanceControllerState, f'{NAME}/state')
    error_ear = ur.ear(TwistStamped, f'{NAME}/pose_error')
    current_ear = ur.ear(PoseStamped, f'{NAME}/current_pose')
    desired_ear = ur.ear(PoseStamped, f'{NAME}/desired_pose')
    stiffen(ur, SPRING)
    ur.ask(f'{NAME}/reset_desired_pose')
    settle(ur)
    ur.person.push(x=8.0, y=12.0)
    felt = (8.0 ** 2 + 12.0 ** 2) ** 0.5 - 1.5  # N, less the deadband
    pushed = ur.telemetry.next(lambda m: abs(distance(m.error[:3], [0.0] * 3) - felt / SPRING[0]) < 1e-3)
    assert pushed.wrench_law[0] * 8.0 + pushed.wrench_law[1] * 12.0 < 0.9 * felt * 14.4, 'else the axes are the same'
    for ear in (error_ear, current_ear, desired_ear):
        ear.forget()
    error, current, desired = together(error_ear, current_ear, desired_ear)
    force = state_ear.next().wrench_base.wrench.force
    ur.person.push()
    # of both, the norm is limited: force and offset point where the push does
    for axis, push in zip('xyz', [8.0, 12.0, 0.0]):
        assert abs(getattr(force, axis) - felt * push / (felt + 1.5)) < 0.3, (axis, force)
        offset = getattr(current.pose.position, axis) - getattr(desired.pose.position, axis)
        assert abs(getattr(error.twist.linear, axis) - offset) < 1e-6, (axis, error, offset)
    assert error.header.frame_id == 'base_link'
    settle(ur)


def test_presses_by_topic(ur):
    """~/wrench_control: what the tool presses with moves a free arm, and silence ends it."""
    stiffen(ur, [400.0, 0.0, 400.0, 50.0, 50.0, 50.0])  # y of the tool, which hangs down, is x of the base
    ur.ask(f'{NAME}/reset_desired_pose')
    start = position(settle(ur))
    message = WrenchStamped()
    message.header.frame_id = 'base_link'
    message.wrench.force.x = 5.0
    with ur.saying(WrenchStamped, f'{NAME}/wrench_control', message):
        ur.telemetry.next(lambda m: position(m)[0] - start[0] > 0.02)
    ur.telemetry.next(lambda m: max(map(abs, m.wrench_control)) == 0.0)
    end = position(settle(ur))
    assert end[0] - start[0] > 0.02, (start, end)
    assert max(abs(b - a) for a, b in zip(start[1:], end[1:])) < 0.005, (start, end)


def test_desired_pose_by_topic(ur):
    stiffen(ur, SPRING)
    ur.ask(f'{NAME}/reset_desired_pose')
    settle(ur)
    pose = ur.ear(PoseStamped, f'{NAME}/desired_pose').next()
    pose.pose.position.z -= 0.05
    goal = [pose.pose.position.x, pose.pose.position.y, pose.pose.position.z]
    with ur.saying(PoseStamped, f'{NAME}/set_desired_pose', pose):
        ur.telemetry.next(lambda m: distance(position(m), goal) < 0.002)


# --- services ---

def test_start_pose(ur):
    stiffen(ur, SPRING)
    ur.ask(f'{NAME}/move_to_start_pose')
    time.sleep(0.2)
    ur.telemetry.next(lambda m: distance(m.q_command, [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]) < 0.01)
    settle(ur)


def test_hold_and_run(ur):
    ur.ask(f'{NAME}/hold')
    ur.telemetry.next(lambda m: m.state == 'holding')
    ur.ask(f'{NAME}/run')
    ur.telemetry.next(lambda m: m.state == 'running')
    ur.ask(f'{NAME}/reset_fault')


def test_tare(ur):
    settle(ur)
    log = len(ur.log())
    ur.ask(f'{NAME}/tare')
    ur.wait_for_log('tare', log)


def test_compliance(ur):
    answer = ur.call(SetCompliance, f'{NAME}/set_compliance', mass=[6.0] * 3 + [0.3] * 3,
                     damping=[80.0] * 3 + [6.0] * 3)
    assert answer.success, answer.message
    assert ur.get(NAME, ['admittance.mass'])[0][0] == 6.0
    answer = ur.call(SetCompliance, f'{NAME}/set_compliance', mass=[-6.0] * 6, stiffness=SPRING)
    assert not answer.success and 'admittance.mass' in answer.message
    answer = ur.call(SetCompliance, f'{NAME}/set_compliance')
    assert not answer.success and 'nothing was given' in answer.message


# --- parameters ---

def test_every_parameter_while_running(ur):
    """Each is set to something else and back while a hand leans on the arm: taken or refused with a sentence."""
    stiffen(ur, SPRING)
    ur.person.push(y=12.0)
    time.sleep(1.0)
    ur.telemetry.forget()
    taken, refused = [], []
    parameters = documented('configuration.md')
    live = [key for key, may_change in parameters.items() if may_change]
    assert len(live) > 40
    for key in live:
        before = ur.get(NAME, [key])[0]
        result = ur.set(NAME, {key: changed(before)})[0]
        if result.successful:
            taken.append(key)
            time.sleep(0.02)
            back = ur.set(NAME, {key: before})[0] if before is not None else None
            assert back is None or back.successful, f'{key}: {back.reason}'
        else:
            refused.append(key)
            assert len(result.reason) > 20 and key.split('.')[-1] in result.reason, f'{key}: {result.reason}'
            assert ur.get(NAME, [key])[0] == before, key
    for key in parameters.keys() - set(live):
        result = ur.set(NAME, {key: changed(ur.get(NAME, [key])[0])})[0]
        assert not result.successful and key.split('.')[-1] in result.reason, f'{key}: {result.reason}'
    print('refused:', refused)
    for key in ['admittance.mass', 'admittance.damping', 'admittance.stiffness', 'max_linear_velocity',
                'admittance.min_motion_threshold', 'admittance.admittance_ratio', 'overforce.force']:
        assert key in taken or key == 'admittance.admittance_ratio', key
    assert ur.telemetry.next().state == 'running'
    no_bump(ur.telemetry.all())
    ur.person.push()
    settle(ur)


def test_parameters_are_those_of_the_schema(ur):
    """What is documented from core's schema is declared, and nothing else but what is ROS's or the shell's own."""
    declared = ur.declared(NAME)
    schema = documented('configuration.md').keys() - {'update_rate'}
    assert schema <= declared, schema - declared
    own = {'ft_sensor', 'speed_scaling_interface', 'program_running_interface', 'joint_trajectory_topic',
           'publish_rate', 'start_joints', 'kinematics'}
    ros = {'update_rate', 'is_async', 'use_sim_time', 'qos_overrides', 'start_type_description_service',
           'async_parameters', 'thread_priority', 'lock_memory', 'type'}
    aliases = {'admittance.inertia', 'wrench_sign'}
    others = {name for name in declared - schema - aliases if name.split('.')[0] not in own | ros}
    assert not others, others


def test_a_bad_set_is_refused_whole(ur):
    before = ur.get(NAME, ['admittance.stiffness', 'max_linear_velocity'])
    result = ur.set(NAME, {'max_linear_velocity': 0.1, 'admittance.stiffness': [-1.0] * 6}, together=True)
    assert not result.successful
    assert 'admittance.stiffness' in result.reason
    assert ur.get(NAME, ['admittance.stiffness', 'max_linear_velocity']) == before


def test_whole_numbers_will_do(ur):
    result = ur.set(NAME, {'admittance.mass': [6, 6, 6, 1, 1, 1]})[0]
    assert result.successful, result.reason
