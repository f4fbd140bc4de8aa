"""Load, configure, activate, deactivate, clean up, again: a hundred times, and nothing moves."""
from configurations import installed, parameters_file
from live_system import LiveSystem
import pytest
from sensor_msgs.msg import JointState

ROUNDS = 100

# The last two: how far a joint may move in all, rad, and how fast it may ever be, rad/s. The OpenManipulator-X sets out
# for its start by itself, farther the busier the machine is, so it is given a minute for its way; with one cycle in 97
# without its torque it was 0.15 rad/s fast.
UR = ('ur_admittance.launch.py', '', ['admittance_controller', 'cartesian_admittance_controller'], 1e-9, 1e-9)
OMX = ('variable_stiffness_control.launch.py', '/omx', ['variable_stiffness_controller'], 0.1, 0.03)


@pytest.mark.parametrize('sim', ['true', 'mock'])
@pytest.mark.parametrize('arm', [UR, OMX], ids=['ur5e', 'open_manipulator_x'])
def test_hundred_lives(arm, sim):
    launch_file, namespace, controllers, motion, speed = arm
    slow = {}
    if namespace:
        parameters = installed('omx_controllers.yaml')
        slow['controllers_file'] = parameters_file(parameters, f'{namespace}/{controllers[0]}', homing_duration=60.0)
    with LiveSystem(launch_file, namespace, sim=sim, controller='none', **slow) as system:
        system.wait_for('joint_state_broadcaster')
        ear = system.ear(JointState, 'joint_states')
        start = ear.next().position
        for controller in controllers:
            for life in range(ROUNDS):
                if life % 10 == 0:
                    assert system.load(controller)
                assert system.configure(controller)
                assert system.switch(on=[controller])
                assert system.switch(off=[controller])
                assert system.switch(on=[controller])
                assert system.switch(off=[controller])
                assert system.cleanup(controller)
                if life % 10 == 9:
                    assert system.unload(controller)
            moved = max(abs(a - b) for message in ear.all() for a, b in zip(start, message.position))
            assert moved <= motion, f'{controller} moved a joint by {moved} rad'
            fastest = max(abs(v) for message in ear.all() for v in message.velocity)
            assert fastest <= speed, f'{controller} moved a joint with {fastest} rad/s'
        assert len(ear.all()) > ROUNDS
