"""Messages and requests to a controller that is not active: refused with a sentence, and nothing of them acts later."""
from contextlib import contextmanager
import random
import time

from compliant_ur import compliant_ur, speed
from configurations import installed, parameters_file
from geometry_msgs.msg import PoseStamped, WrenchStamped
from limber_msgs.msg import (AdmittanceState, CartesianTrajectoryPoint, CompliantFrameTrajectory,
                             VariableStiffnessState)
from live_system import LiveSystem
from rclpy.duration import Duration
from rclpy.qos import qos_profile_sensor_data
from std_srvs.srv import Trigger

SPRING = {'mass': [5.0] * 3 + [0.2] * 3, 'damping': [90.0] * 3 + [7.0] * 3, 'stiffness': [400.0] * 3 + [50.0] * 3,
          'frame': {'id': 'tool0'}, 'min_motion_threshold': 1.5}
PATIENT = {'timeout': 60.0}  # s: a control wrench that was kept would still act long after
REQUESTS = ['tare', 'tare_anyway', 'reset_fault', 'hold', 'run', 'reset_desired_pose']


def refuses_requests(system, name, requests):
    for request in requests:
        answer = system.call(Trigger, f'{name}/{request}')
        assert not answer.success and 'not active' in answer.message, (request, answer)


def refuses_message(system, kind, topic, message):
    log = len(system.log())
    with system.saying(kind, topic, message):
        system.wait_for_log('not active', log)
        system.wait_for_log('refused', log)
    time.sleep(0.3)  # the last one may be on its way


@contextmanager
def switched_off(system, name):
    """Yield while it is inactive; then it must start, and stand where it was."""
    before = system.telemetry.next()
    assert system.switch(off=[name])
    yield before
    system.telemetry.forget()
    assert system.switch(on=[name])
    system.telemetry.next(lambda m: m.state == 'running')
    time.sleep(2.0)
    after = system.telemetry.next()
    assert after.state == 'running' and after.fault == ''
    for message in system.telemetry.all():
        assert max(abs(a - b) for a, b in zip(message.q_command, before.q)) < 1e-3, (before.q, message.q_command)
        assert message.state in ('starting', 'running'), message.state


def test_admittance_controller():
    name = 'admittance_controller'
    with compliant_ur(name, admittance=SPRING, control_wrench=PATIENT) as system:
        pose = system.ear(PoseStamped, f'{name}/desired_pose').next()
        pose.pose.position.z -= 0.05
        wrench = WrenchStamped()
        wrench.wrench.force.x = 20.0
        with switched_off(system, name):
            refuses_requests(system, name, [*REQUESTS, 'move_to_start_pose'])
            refuses_message(system, PoseStamped, f'{name}/set_desired_pose', pose)
            refuses_message(system, WrenchStamped, f'{name}/wrench_control', wrench)
        # the same are taken now
        with system.saying(PoseStamped, f'{name}/set_desired_pose', pose):
            system.telemetry.next(lambda m: abs(m.p_command.z - pose.pose.position.z) < 0.005)
        with system.saying(WrenchStamped, f'{name}/wrench_control', wrench):
            system.telemetry.next(lambda m: max(map(abs, m.error[:3])) > 0.02)


def test_cartesian_admittance_controller():
    name = 'cartesian_admittance_controller'
    with compliant_ur(name, admittance=SPRING, control_wrench=PATIENT) as system:
        point = CartesianTrajectoryPoint()
        point.pose = system.ear(PoseStamped, f'{name}/current_pose').next().pose
        point.pose.position.z -= 0.05
        point.time_from_start = Duration(seconds=1.0).to_msg()
        way = CompliantFrameTrajectory(cartesian_trajectory_points=[point])
        wrench = WrenchStamped()
        wrench.wrench.force.x = 20.0
        with switched_off(system, name):
            refuses_requests(system, name, REQUESTS)
            refuses_message(system, CompliantFrameTrajectory, f'{name}/compliant_frame_reference', way)
            refuses_message(system, WrenchStamped, f'{name}/wrench_control', wrench)
        with system.saying(CompliantFrameTrajectory, f'{name}/compliant_frame_reference', way):
            system.telemetry.next(lambda m: abs(m.p_command.z - point.pose.position.z) < 0.045)
        system.telemetry.next(lambda m: abs(m.p_command.z - point.pose.position.z) < 0.005)


def test_variable_stiffness_controller():
    name = 'variable_stiffness_controller'
    with LiveSystem('variable_stiffness_control.launch.py', '/omx') as system:
        system.wait_for(name)
        state = system.ear(VariableStiffnessState, f'{name}/state')
        before = state.next()
        waypoint = PoseStamped()
        waypoint.header.frame_id = 'absolute'
        waypoint.pose.position.x, waypoint.pose.position.y, waypoint.pose.position.z = 0.22, 0.05, 0.18
        assert system.switch(off=[name])
        refuses_requests(system, name, ['hold', 'run', 'reset_fault'])
        refuses_message(system, PoseStamped, f'{name}/waypoint_command', waypoint)
        state.forget()
        assert system.switch(on=[name])
        state.next(lambda m: m.phase == 'move_forward')
        assert all(m.state in ('starting', 'running') and m.fault == '' for m in state.all())
        assert all(m.waypoints_taken == before.waypoints_taken and m.waypoints_queued == 0 for m in state.all())
        assert not any(m.waypoints_active for m in state.all())
        with system.saying(PoseStamped, f'{name}/waypoint_command', waypoint):
            state.next(lambda m: m.waypoints_taken > before.waypoints_taken)


def test_a_wrench_of_a_topic_is_as_old_as_it_is():
    """The robot's clock stands while nobody reads it; a wrench that came then grows old all the same."""
    name = 'admittance_controller'
    parameters = parameters_file(installed('ur_controllers.yaml'), name, ft_sensor={'name': ''}, stale_timeout=1.0)
    with LiveSystem('ur_admittance.launch.py', controllers_file=parameters) as system:
        mouth = system.mouth(WrenchStamped, '/ft_sensor_readings', qos_profile_sensor_data)
        reading = WrenchStamped()

        def speak():
            reading.wrench.force.y = 15.0 + random.uniform(-0.1, 0.1)
            mouth.publish(reading)
        timer = system.node.create_timer(0.01, speak)
        system.wait_for(name)
        ear = system.ear(AdmittanceState, f'{name}/telemetry')
        if ear.next().state == 'faulted':  # it may have been active before it heard
            system.ask(f'{name}/reset_fault')
        ear.next(lambda m: m.state == 'running' and speed(m) > 0.05)
        assert system.switch(off=[name])
        time.sleep(1.0)  # spoken to while inactive
        timer.cancel()
        time.sleep(3.0)
        ear.forget()
        assert system.switch(on=[name])
        assert ear.next(lambda m: m.state == 'faulted').fault == 'stale_wrench'
        moved = [(m.time, m.state, m.fault, speed(m)) for m in ear.all() if m.state == 'running' or speed(m) > 0.0]
        assert not moved, moved
        # and one that is spoken to all the time starts
        assert system.switch(off=[name])
        timer.reset()
        time.sleep(0.5)
        ear.forget()
        assert system.switch(on=[name])
        ear.next(lambda m: m.state == 'running' and speed(m) > 0.05)
