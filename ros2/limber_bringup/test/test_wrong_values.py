"""Every parameter of each controller, set to values of every wrong kind: refused, and nothing is harmed."""
from typing import NamedTuple

from configurations import allowed
from control_msgs.msg import AdmittanceControllerState
from limber_msgs.msg import AdmittanceState, VariableStiffnessState
from limber_msgs.srv import SetCompliance, SetStiffness
from live_system import LiveSystem
import pytest
from wrong_values import NAN, wrong_values


class Controller(NamedTuple):
    """One of them, and what is known of it here."""

    launch_file: str
    namespace: str
    page: str
    joints: int
    telemetry: tuple  # the message with its state, and the topic
    fine: dict  # a parameter that its file does not have, and a value
    shows: tuple  # the message that shows whether that is in force, the topic, and how


COMPLIANT = Controller('ur_admittance.launch.py', '', 'configuration.md', 6, (AdmittanceState, 'telemetry'),
                       {'admittance.arm_damping': [10.0] * 6},
                       (AdmittanceControllerState, 'state', lambda m: abs(m.damping.data[0] - 75.0 - 10.0) < 1e-6))
CONTROLLERS = {
    'admittance_controller': COMPLIANT,
    'cartesian_admittance_controller': COMPLIANT,
    'variable_stiffness_controller': Controller(
        'variable_stiffness_control.launch.py', '/omx', 'configuration_variable_stiffness.md', 4,
        (VariableStiffnessState, 'state'), {'stiffness_homing': [35.0] * 3},
        (VariableStiffnessState, 'state', lambda m: m.phase == 'homing' and abs(m.stiffness[0] - 35.0) < 0.1)),
}


def shown(values):
    """Return values in a form in which those that are no number equal themselves."""
    return [repr(value) for value in values]


def send_wrong_values(system, name, joints):
    """Send all of them; each is refused with a sentence, and changes nothing."""
    keys = {key: what for key, what in allowed(CONTROLLERS[name].page).items() if key != 'update_rate'}  # ROS's own
    declared, before = system.declared(name), shown(system.get(name, list(keys)))
    wrongs, sent = [], 0
    for key, (own, words) in keys.items():
        values = wrong_values(words, joints)
        for value, result in zip(values, system.set_each(name, key, values), strict=True):
            sent += 1
            if result.successful:
                wrongs.append(f'{key}: {value!r:.60} is taken')
            elif len(result.reason) < 20 or own not in result.reason:
                wrongs.append(f'{key}: {value!r:.60} is refused with "{result.reason}"')
    assert not wrongs, '\n'.join(wrongs)
    assert sent > 500
    assert system.declared(name) == declared
    assert shown(system.get(name, list(keys))) == before


@pytest.mark.parametrize('name', CONTROLLERS)
def test_while_it_runs(name):
    this = CONTROLLERS[name]
    with LiveSystem(this.launch_file, this.namespace, controller=name) as system:
        system.wait_for(name)
        ear = system.ear(this.telemetry[0], f'{name}/{this.telemetry[1]}')
        ear.next(lambda m: m.state == 'running')
        ear.forget()
        send_wrong_values(system, name, this.joints)
        last = ear.next()
        assert last.state == 'running' and all(m.fault == '' for m in ear.all())
        assert system.controllers()[name] == 'active'
        # it goes on: what is right is taken
        result = system.set(name, this.fine)[0]
        assert result.successful, result.reason


@pytest.mark.parametrize('name', CONTROLLERS)
def test_before_it_runs(name):
    """Loaded alone, and configured; what is right is taken, and in force in this life and the next."""
    this = CONTROLLERS[name]
    kind, topic, in_force = this.shows
    with LiveSystem(this.launch_file, this.namespace, controller='none') as system:
        system.wait_for('joint_state_broadcaster')
        assert system.load(name)
        send_wrong_values(system, name, None)
        result = system.set(name, this.fine)[0]
        assert result.successful, result.reason
        assert system.configure(name)
        send_wrong_values(system, name, this.joints)
        ear = system.ear(kind, f'{name}/{topic}')
        assert system.switch(on=[name])
        ear.next(in_force)
        assert system.switch(off=[name]) and system.cleanup(name) and system.configure(name)
        assert system.switch(on=[name])
        ear.next(in_force)


@pytest.mark.parametrize('wrong', [[], [1.0] * 5, [1.0] * 7, [NAN] * 6, [-1.0] * 6, [1e18] * 6],
                         ids=['empty', 'short', 'long', 'nan', 'negative', 'huge'])
def test_services_refuse_the_same(ur, wrong):
    name = 'admittance_controller'
    before = ur.get(name, ['admittance.mass', 'admittance.damping', 'admittance.stiffness'])
    answer = ur.call(SetStiffness, f'{name}/set_stiffness', stiffness=wrong)
    assert not answer.success and 'admittance.stiffness' in answer.message, answer.message
    # what is empty is left as it is
    answer = ur.call(SetCompliance, f'{name}/set_compliance', mass=[6.0] * 3 + [0.3] * 3, damping=wrong or [1.0])
    assert not answer.success and 'admittance.damping' in answer.message, answer.message
    assert ur.get(name, ['admittance.mass', 'admittance.damping', 'admittance.stiffness']) == before


@pytest.fixture(scope='module')
def ur():
    with LiveSystem('ur_admittance.launch.py') as system:
        system.wait_for('admittance_controller')
        yield system
