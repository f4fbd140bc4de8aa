"""Parameters that went to a file and come back from it: `ros2 param dump`, a spawner's --param-file, empty lists."""
import subprocess
import tempfile

from configurations import installed, parameters_file
from live_system import LiveSystem, wait_until
import pytest
import yaml

UR = ('ur_admittance.launch.py', '', 'ur_controllers.yaml', 'admittance_controller',
      'limber_controllers/AdmittanceController')
OMX = ('variable_stiffness_control.launch.py', '/omx', 'omx_controllers.yaml', 'variable_stiffness_controller',
       'limber_controllers/VariableStiffnessController')


def types_only(namespace, name, kind):
    manager = {'ros__parameters': {'update_rate': 500, name: {'type': kind}}}
    return {f'{namespace}/controller_manager': manager}


def dump(system, name):
    """Return what `ros2 param dump` prints of a controller, once it finds it."""
    printed = []

    def complete():
        done = subprocess.run(['ros2', 'param', 'dump', system.absolute('/' * (not system.namespace) + name)],
                              capture_output=True, text=True, timeout=60, check=False)
        printed[:] = [done.stdout]
        return done.returncode == 0 and 'ros__parameters' in done.stdout
    wait_until(complete, f'a dump of {name}')
    return printed[0]


def file_of(text):
    with tempfile.NamedTemporaryFile('w', prefix='limber_', suffix='.yaml', delete=False) as file:
        file.write(text)
    return file.name


def spawn(system, name, path):
    return subprocess.run(['ros2', 'run', 'controller_manager', 'spawner', name, '--param-file', path, '--inactive',
                           '--ros-args', '-r', f'__ns:={system.namespace or "/"}'],
                          capture_output=True, text=True, timeout=90, check=False)


def loaded_again(arm, text):
    """Start anew with nothing but a dump; return the dump of that."""
    launch_file, namespace, _, name, kind = arm
    parameters = parameters_file(types_only(namespace, name, kind))
    with LiveSystem(launch_file, namespace, controller='none', controllers_file=parameters) as system:
        system.wait_for('joint_state_broadcaster')
        done = spawn(system, name, file_of(text))
        assert done.returncode == 0, done.stdout + done.stderr + system.log()[-3000:]
        assert system.switch(on=[name]), system.log()[-3000:]
        return dump(system, name)


@pytest.mark.parametrize('arm', [UR, OMX], ids=['ur5e', 'open_manipulator_x'])
def test_dump_load_dump_gives_the_same_file(arm):
    launch_file, namespace, _, name, _ = arm
    with LiveSystem(launch_file, namespace) as system:
        system.wait_for(name)
        first = dump(system, name)
    assert '[]' not in first
    assert loaded_again(arm, first) == first


def test_an_alias_comes_back_under_the_parameters_own_key():
    """inertia is another name for mass; filter_coefficient and filter_cutoff exclude each other."""
    parameters = installed('ur_controllers.yaml')
    law = parameters['admittance_controller']['ros__parameters']['admittance']
    law['inertia'] = law.pop('mass')
    law['filter_coefficient'] = 0.05
    del law['filter_cutoff']
    with LiveSystem('ur_admittance.launch.py', controllers_file=parameters_file(parameters)) as system:
        system.wait_for('admittance_controller')
        assert system.set('admittance_controller', {'admittance.inertia': [6.0] * 3 + [0.3] * 3})[0].successful
        first = dump(system, 'admittance_controller')
    read = yaml.safe_load(first)['/admittance_controller']['ros__parameters']['admittance']
    assert read['mass'] == [6.0] * 3 + [0.3] * 3 and read['inertia'] is None
    assert read['filter_coefficient'] == 0.05
    assert loaded_again(UR, first) == first


def test_a_list_with_nothing_in_it_is_null():
    """`joints: []` is no parameter that ROS can read; `joints: null` is, and means all joints of the arm."""
    parameters = installed('ur_controllers.yaml')
    parameters['admittance_controller']['ros__parameters'].update({'joints': None, 'start_joints': None})
    with LiveSystem('ur_admittance.launch.py', controllers_file=parameters_file(parameters)) as system:
        system.wait_for('admittance_controller')
        assert system.get('admittance_controller', ['joints', 'start_joints']) == [None, None]
