"""What may be set while the arm runs and decides how it touches: virtual fixtures, regulated presses, the servo."""
import statistics

from compliant_ur import speed
from configurations import installed, parameters_file
from geometry_msgs.msg import WrenchStamped
from limber_msgs.msg import AdmittanceState
from live_system import LiveSystem, Person, wait_until
import pytest

NAME = 'admittance_controller'
DEADBAND = 1.5        # N, of ur_controllers.yaml
LAG, DELAY = 0.03, 0.002  # s, of the simulated servo below
WORLD = {'limber': {'robot': 'ur5e', 'servo': {'lag': LAG, 'delay': DELAY},
                    'scene': {'surfaces': [{'shape': 'plane', 'from_tool': [0, 0, -0.03], 'stiffness': 5000}]}}}


@pytest.fixture(scope='module')
def ur():
    parameters = parameters_file(installed('ur_controllers.yaml'), NAME, publish_rate=250.0)
    with LiveSystem('ur_admittance.launch.py', world=parameters_file(WORLD), controllers_file=parameters) as system:
        system.wait_for(NAME)
        system.person = Person(system)
        system.telemetry = system.ear(AdmittanceState, f'{NAME}/telemetry')
        system.telemetry.next(lambda m: m.state == 'running')
        yield system


def set_all(ur, **values):
    """Set parameters, all at once: a_b__c is a_b.c."""
    result = ur.set(NAME, {name.replace('__', '.'): value for name, value in values.items()}, together=True)
    assert result.successful, result.reason


def stands(message):
    return max(map(abs, message.twist_command)) < 1e-4


def length(v):
    return (v.x ** 2 + v.y ** 2 + v.z ** 2) ** 0.5


def test_a_plane_holds_what_a_hand_pushes(ur):
    """A free arm is pushed against it: it stands F/K behind it, F all that is felt. Without it, the arm goes on."""
    start = ur.telemetry.next(stands)
    wall, stiffness, push = start.p_command.y + 0.03, 2000.0, 15.0
    set_all(ur, fixture_3__kind='plane', fixture_3__point=[0.0, wall, 0.0], fixture_3__direction=[0, 1, 0],
            fixture_3__stiffness=stiffness)
    assert ur.telemetry.next().fixtures_acting == 0
    ur.person.push(y=push)
    held = ur.telemetry.next(lambda m: m.fixtures_acting == 4 and stands(m))
    assert abs(length(held.fixture_force) - (push - DEADBAND)) < 0.5, held.fixture_force
    assert abs(held.p_command.y - wall - (push - DEADBAND) / stiffness) < 0.001, held.p_command.y - wall
    set_all(ur, fixture_3__kind='none')
    ur.telemetry.next(lambda m: m.p_command.y > wall + 0.03 and m.fixtures_acting == 0)
    ur.person.push()
    ur.telemetry.next(stands)


def test_a_press_keeps_its_force_as_soon_as_it_is_told_to(ur):
    """Half of what is felt counts: open loop the press is twice its force, regulated it is its force."""
    def presses_with(force):
        return lambda m: m.contact and stands(m) and abs(m.press_force - force) < 2.0 * DEADBAND
    set_all(ur, admittance__admittance_ratio=0.5)
    message = WrenchStamped()
    message.header.frame_id = 'base_link'
    message.wrench.force.z = -10.0
    with ur.saying(WrenchStamped, f'{NAME}/wrench_control', message):
        assert ur.telemetry.next(presses_with(20.0)).press_regulated == 0.0
        set_all(ur, press__regulation='direction')
        assert ur.telemetry.next(presses_with(10.0)).press_regulated == 1.0
        set_all(ur, press__regulation='none')
        assert ur.telemetry.next(presses_with(20.0)).press_regulated == 0.0
    set_all(ur, admittance__admittance_ratio=1.0)


def moving(ur):
    """Push the free arm to its right; return messages while it moves there."""
    def found():
        return [m for m in ur.telemetry.all() if m.twist_command[1] < -0.1][:25]
    ur.telemetry.forget()
    ur.person.push(y=-12.0)
    wait_until(lambda: len(found()) == 25, 'the arm moves')
    ur.person.push()
    ur.telemetry.next(stands)
    return found()


def seconds(messages, joints, others):
    """Return how far `joints` are from `others`, as a time at their speed: the median, because cycles may be late."""
    return statistics.median(max(abs(a - b) for a, b in zip(getattr(m, joints), getattr(m, others))) / speed(m)
                             for m in messages)


def test_a_servo_that_is_known_is_commanded_ahead(ur):
    """By its lag, its delay and half a period, so that the joints are where the law wants them."""
    ahead = LAG + DELAY + 0.001
    before = moving(ur)
    assert {m.lead_share for m in before} == {0.0} and seconds(before, 'q_sent', 'q_command') == 0.0
    assert seconds(before, 'q', 'q_command') > 0.8 * ahead
    set_all(ur, servo__lag=LAG, servo__delay=DELAY)
    led = moving(ur)
    assert {m.lead_share for m in led} == {1.0}
    assert abs(seconds(led, 'q_sent', 'q_command') - ahead) < 0.2 * ahead
    assert seconds(led, 'q', 'q_command') < 0.2 * ahead
