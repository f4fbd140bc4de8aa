"""A wrench that comes from a topic rather than from an interface."""
import math
import random
import time

from compliant_ur import speed
from configurations import installed, parameters_file
from geometry_msgs.msg import WrenchStamped
from limber_msgs.msg import AdmittanceState
from live_system import LiveSystem
from rclpy.qos import qos_profile_sensor_data

NAME = 'admittance_controller'


def test_dead_topic_is_a_dead_sensor():
    """A wrench from a topic: silence beyond stale_timeout stops the arm."""
    # on a busy machine this program may be silent for longer than a sensor is
    parameters = parameters_file(installed('ur_controllers.yaml'), NAME, ft_sensor={'name': ''}, stale_timeout=1.0)
    with LiveSystem('ur_admittance.launch.py', controllers_file=parameters) as system:
        mouth = system.mouth(WrenchStamped, '/ft_sensor_readings', qos_profile_sensor_data)  # best-effort, as sensors do
        reading = WrenchStamped()

        def speak():
            reading.wrench.force.y = 15.0 + random.uniform(-0.1, 0.1)
            mouth.publish(reading)
        system.wait_for(NAME)
        ear = system.ear(AdmittanceState, f'{NAME}/telemetry')
        # nobody has spoken yet
        assert ear.next(lambda m: m.state == 'faulted').fault == 'stale_wrench'
        timer = system.node.create_timer(0.01, speak)
        time.sleep(0.3)
        system.ask(f'{NAME}/reset_fault')
        ear.next(lambda m: m.state == 'running' and max(map(abs, m.qd_command)) > 0.05)
        timer.cancel()
        assert ear.next(lambda m: m.state == 'faulted').fault == 'stale_wrench'


def test_absurd_readings_are_no_readings():
    """They move nothing: the arm stops for them, says why, and goes on when it is told to."""
    parameters = parameters_file(installed('ur_controllers.yaml'), NAME, ft_sensor={'name': ''}, stale_timeout=1.0)
    with LiveSystem('ur_admittance.launch.py', controllers_file=parameters) as system:
        mouth = system.mouth(WrenchStamped, '/ft_sensor_readings', qos_profile_sensor_data)
        absurd = [None]

        def speak():
            reading = WrenchStamped()
            reading.wrench.force.y = absurd[0] or random.uniform(-0.1, 0.1)
            mouth.publish(reading)
        timer = system.node.create_timer(0.01, speak)
        system.wait_for(NAME)
        ear = system.ear(AdmittanceState, f'{NAME}/telemetry')
        for value in (1e6, -1e18, 1e154, math.nan, math.inf):
            absurd[0] = None
            time.sleep(0.3)
            system.ask(f'{NAME}/reset_fault')
            ear.next(lambda m: m.state == 'running')
            ear.forget()
            log = len(system.log())
            absurd[0] = value
            assert ear.next(lambda m: m.state == 'faulted').fault == 'invalid_wrench', value
            system.wait_for_log('invalid_wrench', log)
            time.sleep(0.3)
            assert all(speed(m) < 1e-3 for m in ear.all()), value
        timer.cancel()
