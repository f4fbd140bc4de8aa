"""The VariableStiffnessController on simulated OpenManipulator-X: one, and two in two namespaces."""
import math
import subprocess
import time

from configurations import changed, documented
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import PoseStamped
from limber_msgs.msg import StiffnessProfile, VariableStiffnessState
from live_system import LiveSystem, Person, wait_until
import pytest
from std_msgs.msg import Float64MultiArray

NAME = 'variable_stiffness_controller'
INSTEAD_OF_NOTHING = {'effort_limit': [3.0], 'joint_damping': [0.05]}  # N m, N m s/rad


@pytest.fixture(scope='module')
def omx():
    with LiveSystem('variable_stiffness_control.launch.py', '/omx') as system:
        system.wait_for(NAME)
        system.person = Person(system, 'open_manipulator_x')
        system.state = system.ear(VariableStiffnessState, f'{NAME}/state')
        yield system


def test_homes_then_moves(omx):
    homing = omx.state.next(lambda m: m.phase == 'homing')
    assert homing.fault == ''
    forward = omx.state.next(lambda m: m.phase == 'move_forward')
    assert forward.position_error < 0.05


@pytest.mark.parametrize('kind, topic, size', [
    (PoseStamped, 'cartesian_pose_actual', None), (Float64MultiArray, 'torque_values', 4),
    (Float64MultiArray, 'stiffness_state', 12), (Float64MultiArray, 'manipulability_metrics', 2)])
def test_speaks(omx, kind, topic, size):
    message = omx.ear(kind, f'{NAME}/{topic}').next(timeout=5.0)
    assert size is None or len(message.data) == size


def test_ten_waypoints_a_second(omx):
    """The example: a small circle, ten waypoints a second, the newest in place of those before; then as it was."""
    assert omx.get(NAME, ['waypoint_policy']) == ['fifo']
    before = omx.state.next()
    done = subprocess.run(['ros2', 'run', 'limber_bringup', 'waypoints_example.py', '--ros-args', '-p',
                           'duration:=4.0'], capture_output=True, text=True, timeout=60, check=True)
    assert '40 waypoints sent, 40 taken, 0 refused' in done.stdout
    active = [m for m in omx.state.all() if m.waypoints_active]
    after = omx.state.next()
    assert after.waypoints_taken - before.waypoints_taken >= 40  # the first is said until it is heard
    assert after.waypoints_refused == before.waypoints_refused
    assert active and after.fault == ''
    assert omx.get(NAME, ['waypoint_policy']) == ['fifo']
    assert max(m.position_error for m in active) < 0.08


def test_waypoint_by_command_line(omx):
    """As the documents write it."""
    omx.state.next(lambda m: not m.waypoints_active and m.waypoints_queued == 0)
    before = omx.state.next()

    def heard():  # once more where a busy machine has lost the only message
        subprocess.run(['ros2', 'topic', 'pub', '--once', f'/omx/{NAME}/waypoint_command',
                        'geometry_msgs/msg/PoseStamped',
                        "{header: {frame_id: 'absolute'}, pose: {position: {x: 0.22, y: 0.05, z: 0.18}}}"],
                       stdout=subprocess.DEVNULL, timeout=30, check=True)
        return omx.state.next().waypoints_taken > before.waypoints_taken
    wait_until(heard, 'the waypoint taken')
    there = omx.state.next(lambda m: abs(m.p_reference.x - 0.22) + abs(m.p_reference.y - 0.05)
                           + abs(m.p_reference.z - 0.18) < 1e-3)
    assert there.fault == ''


def test_waypoint_in_a_frame_that_is_none(omx):
    log = len(omx.log())
    waypoint = PoseStamped()
    waypoint.header.frame_id = 'moon'
    with omx.saying(PoseStamped, f'{NAME}/waypoint_command', waypoint):
        omx.wait_for_log('its frame is moon; it must be absolute', log)


def test_a_flood_of_waypoints_out_of_reach_is_counted_and_said_once_a_second(omx):
    log, before = len(omx.log()), omx.state.next()
    mouth = omx.mouth(PoseStamped, f'{NAME}/waypoint_command')
    waypoint = PoseStamped()
    waypoint.header.frame_id = 'absolute'
    begin = time.monotonic()

    def refused():
        waypoint.pose.position.x += 1.0
        mouth.publish(waypoint)
        return omx.state.all()[-1].waypoints_refused - before.waypoints_refused >= 100
    waypoint.pose.position.x = 1.0
    wait_until(refused, '100 waypoints refused')
    sentence = 'waypoint refused: the arm cannot reach it'
    omx.wait_for_log(sentence, log)
    assert omx.log()[log:].count(sentence) <= 2 + (time.monotonic() - begin)
    assert 'refused: waypoint refused' not in omx.log()[log:]


@pytest.mark.parametrize('frame', ['absolute', 'offset'])
def test_absurd_waypoints_are_refused(omx, frame):
    waypoint = PoseStamped()
    waypoint.header.frame_id = frame
    for value in (3.0, 1e18, -1e154, math.nan, math.inf):
        log, before = len(omx.log()), omx.state.next()
        waypoint.pose.position.x = value
        with omx.saying(PoseStamped, f'{NAME}/waypoint_command', waypoint):
            omx.wait_for_log('waypoint refused: ', log, 5.0)
        time.sleep(0.3)
        after = omx.state.next(lambda m: m.waypoints_refused > before.waypoints_refused)
        assert after.fault == '' and not after.waypoints_active, value


def test_absurd_profiles_are_refused(omx):
    before = omx.get(NAME, ['stiffness_profile_x', 'damping_profile_y'])
    for value in (1e18, 1e154, math.nan, math.inf, -1.0):
        log = len(omx.log())
        message = StiffnessProfile(stiffness_x=[25.0, 25.0], damping_y=[2.0, value])
        with omx.saying(StiffnessProfile, f'{NAME}/stiffness_profile', message):
            omx.wait_for_log('stiffness profile refused: damping_profile_y', log, 5.0)
        time.sleep(0.3)
    assert omx.get(NAME, ['stiffness_profile_x', 'damping_profile_y']) == before


def test_a_profile_of_one_sample_is_refused(omx):
    log = len(omx.log())
    with omx.saying(StiffnessProfile, f'{NAME}/stiffness_profile', StiffnessProfile(stiffness_x=[35.0])):
        omx.wait_for_log('stiffness_profile_x has one sample; a profile has two or more', log)


def test_stiffness_profile_by_topic(omx):
    topic = f'{NAME}/stiffness_profile'
    with omx.saying(StiffnessProfile, topic, StiffnessProfile(stiffness_x=[35.0, 35.0], damping_x=[3.0, 3.0])):
        omx.state.next(lambda m: abs(m.stiffness[0] - 35.0) < 0.1)
    assert omx.get(NAME, ['stiffness_profile_x'])[0] == [35.0, 35.0]
    log = len(omx.log())
    with omx.saying(StiffnessProfile, topic, StiffnessProfile(stiffness_x=[20.0, 20.0], stiffness_y=[-5.0, 20.0])):
        omx.wait_for_log('stiffness_profile_y', log)
    assert omx.get(NAME, ['stiffness_profile_x'])[0] == [35.0, 35.0]


def test_hold_push_run(omx):
    omx.ask(f'{NAME}/hold')
    held = omx.state.next(lambda m: m.state == 'holding')
    time.sleep(0.5)
    before = omx.state.next()
    omx.person.push(y=0.5)
    time.sleep(1.0)
    pushed = omx.state.next()
    omx.person.push()
    assert pushed.p_measured.y - before.p_measured.y > 0.003, (held.p_measured, pushed.p_measured)
    time.sleep(1.0)
    omx.ask(f'{NAME}/run')
    omx.state.next(lambda m: m.state == 'running')


def test_diagnostics(omx):
    status = omx.ear(DiagnosticArray, '/diagnostics').next(lambda m: m.status[0].name.startswith(f'omx/{NAME}:')).status[0]
    assert status.level in (DiagnosticStatus.OK, DiagnosticStatus.WARN) and status.message == 'running'
    done = subprocess.run(['ros2', 'run', 'limber_bringup', 'system_status.py', '--ros-args', '-p',
                           f'controller:=/omx/{NAME}'], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout


def test_hardware_returns_nan(omx):
    """Without positions it keeps what holds it: gravity where it was last seen, and damping."""
    omx.state.next(lambda m: m.state == 'running')
    omx.state.forget()
    omx.person.inject('nan_joints')
    faulted = omx.state.next(lambda m: m.state == 'faulted')
    assert faulted.fault == 'invalid_state'
    time.sleep(0.3)
    assert all(math.isfinite(torque) for m in omx.state.all() for torque in m.torque)
    omx.person.inject('none')
    time.sleep(0.2)
    omx.ask(f'{NAME}/reset_fault')
    omx.state.next(lambda m: m.state == 'running')


def test_joints_that_freeze(omx):
    """The same bits over and over, each with a fresh stamp: found before the arm has gone far, unseen."""
    omx.state.next(lambda m: m.state == 'running' and m.phase.startswith('move') and max(map(abs, m.qd)) > 0.01)
    omx.state.forget()
    omx.person.inject('freeze_joints')
    faulted = omx.state.next(lambda m: m.state == 'faulted')
    assert faulted.fault == 'stale_state'
    seen = omx.state.all()
    frozen = next(a for a, b in zip(seen, seen[1:]) if a.q == b.q)
    assert faulted.time - frozen.time < 1.0, (frozen, faulted)
    omx.person.inject('none')
    time.sleep(0.2)
    omx.ask(f'{NAME}/reset_fault')
    omx.state.next(lambda m: m.state == 'running')


def test_switched_off_and_on_in_motion(omx):
    omx.state.next(lambda m: m.phase.startswith('move') and max(map(abs, m.qd)) > 0.01)
    assert omx.switch(off=[NAME])
    time.sleep(0.5)
    before = omx.joints()
    omx.state.forget()
    assert omx.switch(on=[NAME])
    first = omx.state.next()
    assert first.fault == '' and max(abs(a - b) for a, b in zip(before, omx.joints())) < 0.02
    omx.state.next(lambda m: m.state == 'running')


def test_world_stands_still_with_the_machine(omx):
    """A simulated arm does not swing on under the torque of a cycle that is long past."""
    for _ in range(3):
        moving = omx.state.next(lambda m: m.phase.startswith('move') and max(map(abs, m.qd)) > 0.01)
        omx.stop_for(1.0)
        after = omx.state.next(lambda m: m.overruns > moving.overruns)
        assert after.fault == ''
        assert max(abs(a - b) for a, b in zip(moving.q, after.q)) < 0.05


def test_every_parameter_while_running(omx):
    keys = documented('configuration_variable_stiffness.md')
    assert sum(keys.values()) > 10
    omx.state.forget()
    for key, live in keys.items():
        before = omx.get(NAME, [key])[0]
        result = omx.set(NAME, {key: INSTEAD_OF_NOTHING.get(key, changed(before))})[0]
        if result.successful:
            assert live, key
            back = omx.set(NAME, {key: before})[0] if before is not None else None
            assert back is None or back.successful, f'{key}: {back.reason}'
        else:
            assert len(result.reason) > 20, f'{key}: {result.reason}'
    assert all(m.fault == '' for m in omx.state.all())
    steps = [max(abs(a - b) for a, b in zip(m.torque, n.torque))
             for m, n in zip(omx.state.all(), omx.state.all()[1:])]
    assert max(steps) < 0.1, 'N m within 10 ms'
