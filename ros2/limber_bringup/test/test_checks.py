"""What a user types: commands of ros2, and the check programs. Those of the documents are in test_documents.py."""
import os
import re
import subprocess
import time

from compliant_ur import compliant_ur
from configurations import SOURCE
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


def says(words, *command):
    """Whether a command says so; tried for a while, because each of them has to discover the graph anew."""
    end = time.monotonic() + 60.0
    while True:
        _, text = cli(*command)
        if re.search(words, text, re.DOTALL):
            return True
        assert time.monotonic() < end, text


def test_commands_of_ros2(ur):
    assert says(rf'{NAME}\s+limber_controllers/AdmittanceController\s+active', 'ros2', 'control', 'list_controllers')
    assert says('successful', 'ros2', 'param', 'set', NAME, 'max_linear_velocity', '0.2')
    assert says('failed.*above 0', 'ros2', 'param', 'set', NAME, 'max_linear_velocity', '-1.0')
    assert says('Largest speed of the tool', 'ros2', 'param', 'describe', NAME, 'max_linear_velocity')
    assert says('success=True', 'ros2', 'service', 'call', f'/{NAME}/reset_desired_pose', 'std_srvs/srv/Trigger')
    assert says('base_link', 'ros2', 'topic', 'echo', '--once', f'/{NAME}/current_pose')
    code, text = cli('ros2', 'topic', 'pub', '--once', '/ur5e/push', 'geometry_msgs/msg/WrenchStamped', '{}')
    assert code == 0, text


def test_status_check(ur):
    code, text = cli('ros2', 'run', 'limber_bringup', 'system_status.py')
    assert code == 0 and 'MISSING' not in text, text
    code, text = cli('ros2', 'run', 'limber_bringup', 'system_status.py', '--ros-args', '-p', 'controller:=/no_such')
    assert code != 0 and 'spawner no_such' in text, text


SCRIPTS = sorted(os.listdir(os.path.join(SOURCE, 'ros2', 'limber_bringup', 'scripts')))


@pytest.mark.parametrize('script', SCRIPTS)
def test_checks_need_no_other_python_than_that_of_ros(script, tmp_path):
    """Whatever python3 is first in PATH: each gets as far as looking for an arm, which is not there."""
    other = tmp_path / 'python3'
    other.write_text('#!/bin/sh\necho this python3 has none of the modules of ROS >&2\nexit 1\n')
    other.chmod(0o755)
    done = subprocess.run(['ros2', 'run', 'limber_bringup', script, '--ros-args', '-p', 'service_timeout:=0.5',
                           '-p', 'controller:=/no/such'], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, 'PATH': f"{tmp_path}:{os.environ['PATH']}", 'ROS_DOMAIN_ID': '69'})
    assert done.returncode == 1 and not done.stderr, done.stdout + done.stderr
    assert re.search('FAILED: nothing comes from /no/such/|start the system: ros2 launch', done.stdout), done.stdout


def test_status_without_any_arm():
    """In a domain that no test uses."""
    done = subprocess.run(['ros2', 'run', 'limber_bringup', 'system_status.py', '--ros-args', '-p',
                           'service_timeout:=1.0'], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, 'ROS_DOMAIN_ID': '69'})
    assert done.returncode != 0 and 'start the system: ros2 launch' in done.stdout, done.stdout
