"""A simulated UR5e with one of our controllers running, and what is true of every motion it makes."""
from contextlib import contextmanager

from configurations import installed, parameters_file
from limber_msgs.msg import AdmittanceState
from live_system import LiveSystem, Person

ACCELERATION = 15.0  # rad/s², the default limit of a joint


@contextmanager
def compliant_ur(name, **changes):
    """Launch it with `changes` of the controller's parameters; yield it with a person and its telemetry."""
    parameters = parameters_file(installed('ur_controllers.yaml'), name, **changes)
    with LiveSystem('ur_admittance.launch.py', controller=name, controllers_file=parameters) as system:
        system.wait_for(name)
        system.person = Person(system)
        system.telemetry = system.ear(AdmittanceState, f'{name}/telemetry')
        system.telemetry.next(lambda m: m.state == 'running')
        yield system


def speed(message):
    """Return the fastest commanded joint, rad/s."""
    return max(abs(v) for v in message.qd_command)


def no_bump(messages):
    """Check that no commanded joint velocity steps faster than its limit, and that every number is one."""
    for before, after in zip(messages, messages[1:]):
        time_between = max(after.time - before.time, 0.002)
        for a, b in zip(before.qd_command, after.qd_command):
            assert abs(a - b) <= 1.01 * ACCELERATION * time_between + 1e-9, (before.time, a, b)
        assert all(abs(q) < 10.0 for q in after.q_command)
