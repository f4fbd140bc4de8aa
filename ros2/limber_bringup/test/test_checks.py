"""What a user types: commands of ros2, and the check programs."""
import re
import subprocess

from compliant_ur import compliant_ur
import pytest

NAME = 'admittance_controller'


@pytest.fixture(scope='module')
def ur():
    with compliant_ur(NAME) as system:
        yield system


def cli(*words, timeout=30):
    """Run a command as a user would; return what it printed."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=timeout, check=False)
    return done.returncode, done.stdout + done.stderr


def test_commands_of_ros2(ur):
    code, text = cli('ros2', 'control', 'list_controllers')
    assert code == 0 and re.search(rf'{NAME}\s+limber_controllers/AdmittanceController\s+active', text), text
    code, text = cli('ros2', 'param', 'set', NAME, 'max_linear_velocity', '0.2')
    assert 'successful' in text, text
    code, text = cli('ros2', 'param', 'set', NAME, 'max_linear_velocity', '-1.0')
    assert 'failed' in text and 'above 0' in text, text
    code, text = cli('ros2', 'param', 'describe', NAME, 'max_linear_velocity')
    assert 'Largest speed of the tool' in text, text
    code, text = cli('ros2', 'service', 'call', f'/{NAME}/reset_desired_pose', 'std_srvs/srv/Trigger')
    assert 'success=True' in text, text
    code, text = cli('ros2', 'topic', 'echo', '--once', f'/{NAME}/current_pose')
    assert 'base_link' in text, text
    code, text = cli('ros2', 'topic', 'pub', '--once', '/ur5e/push', 'geometry_msgs/msg/WrenchStamped', '{}')
    assert code == 0, text


def test_status_check(ur):
    code, text = cli('ros2', 'run', 'limber_bringup', 'system_status.py')
    assert code == 0 and 'MISSING' not in text, text
    code, text = cli('ros2', 'run', 'limber_bringup', 'system_status.py', '--ros-args', '-p', 'controller:=/no_such')
    assert code != 0 and 'spawner no_such' in text, text


def test_impedance_modes_check(ur):
    code, text = cli('ros2', 'run', 'limber_bringup', 'test_impedance_modes.py', '--ros-args', '-p',
                     'force_topic:=/ur5e/push', '-p', 'test_duration:=0.8', '-p', 'test_force:=15.0', timeout=90)
    assert code == 0 and 'FAILED' not in text, text


def test_safe_startup_check(ur):
    code, text = cli('ros2', 'run', 'limber_bringup', 'test_safe_startup.py', timeout=60)
    assert code == 0 and 'ok: at the start pose' in text, text
    assert ur.telemetry.next().state == 'running'
