"""A trajectory controller upstream, a chainable controller downstream."""
import time

from builtin_interfaces.msg import Duration
from configurations import installed, parameters_file
from control_msgs.action import FollowJointTrajectory
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from limber_msgs.msg import AdmittanceState
from live_system import LiveSystem, Person, UR_JOINTS
import pytest
from rclpy.action import ActionClient
from trajectory_msgs.msg import JointTrajectory, JointTrajectoryPoint

NAME = 'admittance_controller'
SPRING = {'mass': [5.0] * 3 + [0.2] * 3, 'damping': [90.0] * 3 + [7.0] * 3, 'stiffness': [400.0] * 3 + [50.0] * 3,
          'frame': {'id': 'tool0'}, 'min_motion_threshold': 1.5}


def largest(values):
    return max(abs(value) for value in values)


def send(system, goal, seconds):
    """Send the arm to `goal` by the controller upstream; return the future result."""
    client = ActionClient(system.node, FollowJointTrajectory, 'joint_trajectory_controller/follow_joint_trajectory')
    assert client.wait_for_server(10.0)
    point = JointTrajectoryPoint(positions=goal, time_from_start=Duration(sec=seconds))
    trajectory = JointTrajectory(joint_names=UR_JOINTS, points=[point])
    handle = system.result_of(client.send_goal_async(FollowJointTrajectory.Goal(trajectory=trajectory)), 'goal')
    assert handle.accepted
    return handle.get_result_async()


def test_trajectory_upstream_while_a_hand_pushes():
    parameters = parameters_file(installed('ur_controllers.yaml'), NAME, admittance=SPRING)
    chain = f'{NAME},joint_trajectory_controller'
    with LiveSystem('ur_admittance.launch.py', controller=chain, controllers_file=parameters) as system:
        system.wait_for(NAME)
        system.wait_for('joint_trajectory_controller')
        person = Person(system)
        ear = system.ear(AdmittanceState, f'{NAME}/telemetry')
        ear.next(lambda m: m.state == 'running')
        start = list(ear.next().q)
        goal = [q + step for q, step in zip(start, [0.4, 0.1, -0.1, 0.0, 0.0, 0.2])]

        result = send(system, goal, 4)
        time.sleep(1.5)
        person.push(z=-20.0)
        time.sleep(1.0)
        pushed = ear.next()
        person.push()
        answer = system.result_of(result, 'the trajectory')
        assert answer.result.error_code == FollowJointTrajectory.Result.SUCCESSFUL, answer.result.error_string
        # it yielded on its way: (F - deadband) / K, less what it takes to get there
        assert 0.03 < largest(pushed.error[:3]) < 0.06, pushed.error
        assert largest(q - g for q, g in zip(ear.next(lambda m: largest(m.twist_command) < 1e-4).q, goal)) < 0.01

        # without its upstream it keeps its place, though ros2_control starts it anew
        before = ear.next()
        assert system.switch(off=['joint_trajectory_controller'])
        time.sleep(0.5)
        after = ear.next()
        assert largest(a - b for a, b in zip(before.q_command, after.q_command)) < 1e-3
        assert after.state in ('starting', 'running')


@pytest.mark.parametrize('stops', [[0.015] * 40, [0.2, 0.2, 0.2], [2.0]], ids=['late cycles', 'later', 'two seconds'])
def test_shipped_chain_ends_at_the_goal_however_late_its_cycles_are(stops):
    """As limber_bringup ships it, free to be led by hand, and nobody does: no offset is left from what was late."""
    with LiveSystem('ur_admittance.launch.py', controller=f'{NAME},joint_trajectory_controller') as system:
        system.wait_for(NAME)
        system.wait_for('joint_trajectory_controller')
        ear = system.ear(AdmittanceState, f'{NAME}/telemetry')
        start = ear.next(lambda m: m.state == 'running')
        assert largest(start.stiffness) == 0.0
        goal = [q + step for q, step in zip(start.q, [0.4, 0.1, -0.1, 0.0, 0.0, 0.2])]
        for target in (goal, list(start.q)):
            result = send(system, target, 4)
            moving = ear.next(lambda m: largest(m.qd_command) > 0.05)
            for stop in stops:
                system.stop_for(stop)
                time.sleep(0.03)
            after = ear.next(lambda m: m.cycle > moving.cycle)
            assert after.overruns > start.overruns, 'else nothing was late'
            answer = system.result_of(result, 'the trajectory')
            assert answer.result.error_code == FollowJointTrajectory.Result.SUCCESSFUL, answer.result.error_string
            ear.next(lambda m: largest(m.qd_command) == 0.0)
            time.sleep(1.0)
            end = ear.next(lambda m: largest(m.qd_command) == 0.0)
            gap = largest(q - g for q, g in zip(end.q, target))
            # more late cycles in a row than allowed stop the arm, which says so
            assert gap < 0.01 or end.fault == 'overrun', f'{gap} rad from the goal, {end.state} {end.fault}'
            if end.fault:
                system.ask(f'{NAME}/reset_fault')
                ear.next(lambda m: m.state == 'running')


def test_upstream_that_leads_three_of_six_joints_is_told_which_are_missing():
    parameters = installed('ur_controllers.yaml')
    upstream = parameters['joint_trajectory_controller']['ros__parameters']
    upstream['joints'] = UR_JOINTS[:3]
    upstream['command_joints'] = [f'{NAME}/{joint}' for joint in UR_JOINTS[:3]]
    chain = f'{NAME},joint_trajectory_controller'
    file = parameters_file(parameters)
    with LiveSystem('ur_admittance.launch.py', controller=chain, controllers_file=file) as system:
        system.wait_for('joint_trajectory_controller')
        system.wait_for_log('leads 3 of 6 joints, and the arm follows none: it must also lead '
                            'wrist_1_joint, wrist_2_joint, wrist_3_joint')
        ear = system.ear(DiagnosticArray, '/diagnostics')
        status = ear.next(lambda m: m.status[0].name.startswith(f'{NAME}:')).status[0]
        assert status.level == DiagnosticStatus.WARN and 'wrist_3_joint' in status.message, status
        # said once, not once a second
        ear.next(lambda m: m.status[0].name.startswith(f'{NAME}:'))
        assert system.log().count('it must also lead') == 1


def test_controller_downstream():
    parameters = installed('ur_controllers.yaml')
    parameters['controller_manager']['ros__parameters']['pid_controller'] = {'type': 'pid_controller/PidController'}
    parameters['pid_controller'] = {'ros__parameters': {
        'dof_names': UR_JOINTS, 'command_interface': 'velocity', 'reference_and_state_interfaces': ['position'],
        'gains': {joint: {'p': 20.0, 'i': 0.0, 'd': 0.0} for joint in UR_JOINTS}}}
    parameters = parameters_file(parameters, NAME, admittance=SPRING, downstream_controller_name='pid_controller')
    with LiveSystem('ur_admittance.launch.py', controller=f'pid_controller,{NAME}', drive='velocity',
                    controllers_file=parameters) as system:
        system.wait_for(NAME)
        person = Person(system)
        ear = system.ear(AdmittanceState, f'{NAME}/telemetry')
        start = ear.next(lambda m: m.state == 'running')
        person.push(y=20.0)
        time.sleep(1.5)
        pushed = ear.next()
        assert 0.03 < pushed.p_command.y - start.p_command.y < 0.06, pushed.p_command
        assert largest(q - c for q, c in zip(pushed.q, pushed.q_command)) < 0.02  # the arm is there, too
        person.push()
        time.sleep(1.5)
        home = ear.next()
        assert largest(a - b for a, b in zip(home.q, start.q)) < 0.01
        assert home.fault == ''
