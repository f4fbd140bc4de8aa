"""The parameter files of the source documents, as they stand, under the plugin names of the documents."""
import os
import subprocess
import tempfile

from configurations import parameters_file, SOURCE
from live_system import LiveSystem

FIXTURES = os.path.join(SOURCE, 'core', 'test', 'config', 'fixtures')
ADMITTANCE = 'ur_admittance_controller/AdmittanceController'
STIFFNESS = 'omx_variable_stiffness_controller/OmxVariableStiffnessController'


def seed(name):
    return os.path.join(FIXTURES, name)


def types(**controllers):
    return parameters_file({'controller_manager': {'ros__parameters': {
        'update_rate': 500, **{name: {'type': kind} for name, kind in controllers.items()}}}})


def spawn(name, path, namespace='/'):
    """Load and configure a controller with the parameters of a file, as a user would."""
    return subprocess.run(['ros2', 'run', 'controller_manager', 'spawner', name, '--param-file', path, '--inactive',
                           '-c', f'{namespace.rstrip("/")}/controller_manager'],
                          capture_output=True, text=True, timeout=60, check=False)


def test_admittance_blocks():
    parameters = types(ur_admittance_controller=ADMITTANCE, admittance_controller=ADMITTANCE)
    with LiveSystem('ur_admittance.launch.py', controller='none', controllers_file=parameters) as system:
        system.wait_for('joint_state_broadcaster')
        for file, name, key, value in [
                ('seed_000_human_collaboration.yaml', 'ur_admittance_controller',
                 'admittance.drift_reset_threshold', 0.0005),
                ('seed_000_surface_following.yaml', 'ur_admittance_controller',
                 'admittance.stiffness', [0.0, 0.0, 100.0, 0.0, 0.0, 0.0]),
                ('seed_003_typical_values.yaml', 'admittance_controller', 'admittance.arm_damping',
                 [12, 12, 12, 10, 10, 10])]:
            done = spawn(name, seed(file))
            assert done.returncode == 0, done.stdout + done.stderr + system.log()[-3000:]
            assert system.controllers()[name] == 'inactive'
            assert list(system.get(name, [key])[0]) == value if isinstance(value, list) else (
                system.get(name, [key])[0] == value)
            assert system.switch(on=[name]), file
            assert system.switch(off=[name]), file
            assert system.cleanup(name) and system.unload(name)


def test_compliant_frame_block():
    """The document leaves the names of controller and frame open; all else is as it stands."""
    with open(seed('seed_002_compliant_frame.yaml'), encoding='utf-8') as file:
        lines = file.read().replace('<controller_name>', 'my_controller').replace(
            '<admittance_reference_frame>', 'tool0').splitlines()
    body = [lines[0].strip(), '  ros__parameters:', *(line for line in lines[1:])]
    with tempfile.NamedTemporaryFile('w', suffix='.yaml') as file:
        file.write('\n'.join(body) + '\n')
        file.flush()
        parameters = types(my_controller='limber_controllers/CartesianAdmittanceController')
        with LiveSystem('ur_admittance.launch.py', controller='none', controllers_file=parameters) as system:
            system.wait_for('joint_state_broadcaster')
            done = spawn('my_controller', file.name)
            assert done.returncode == 0, done.stdout + done.stderr + system.log()[-3000:]
            # inertia is another name for mass, and shown under that one
            assert system.get('my_controller', ['admittance.mass'])[0] == [1.0, 1.0, 1.0, 0.1, 0.1, 0.1]
            assert system.switch(on=['my_controller'])


def test_profiles_block():
    parameters = types(variable_stiffness_controller=STIFFNESS)
    with LiveSystem('variable_stiffness_control.launch.py', namespace='/', controller='none',
                    controllers_file=parameters) as system:
        system.wait_for('joint_state_broadcaster')
        done = spawn('variable_stiffness_controller', seed('seed_004_profiles.yaml'))
        assert done.returncode == 0, done.stdout + done.stderr + system.log()[-3000:]
        assert system.get('variable_stiffness_controller', ['stiffness_profile_z'])[0] == [15.0, 18.0, 20.0, 18.0, 15.0]


def test_single_arm():
    with LiveSystem('variable_stiffness_control.launch.py', '/omx',
                    controllers_file=seed('seed_004_single.yaml')) as system:
        system.wait_for('variable_stiffness_controller')
        assert f"of type '{STIFFNESS}'" in system.log()


def test_two_arms():
    with LiveSystem('dual_variable_stiffness.launch.py', controllers_file=seed('seed_004_dual.yaml')) as system:
        for arm in ['/robot1', '/robot2']:
            system.namespace = arm
            system.wait_for('variable_stiffness_controller')
