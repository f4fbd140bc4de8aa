"""Configurations that cannot be used: a sentence in the log, and no controller."""
import copy

from configurations import installed, parameters_file
from live_system import LiveSystem

NAME = 'admittance_controller'

# name of the controller: changes of its parameters, and the sentence
BAD = {
    'typo': ({'max_linear_velocty': 0.1}, 'did you mean max_linear_velocity?'),
    'negative': ({'max_linear_velocity': -0.1}, 'above 0'),
    'no_link': ({'tip_link': 'nose'}, "there is no link 'nose'"),
    'no_frame': ({'ft_frame': 'nose'}, 'nose'),
    'other_base': ({'kinematics': {'plugin_name': 'kinematics_interface_kdl/KinematicsInterfaceKDL',
                                   'base': 'base_link_inertia'}}, 'do kinematics.base and kinematics.tip name'),
    'short_arm': ({'kinematics': {'plugin_name': 'kinematics_interface_kdl/KinematicsInterfaceKDL',
                                  'base': 'shoulder_link'}}, 'has no answer for link tool0'),
    'no_plugin': ({'kinematics': {'plugin_name': 'nobody/Knows'}}, 'nobody/Knows'),
}


def test_each_is_refused_with_its_sentence():
    parameters = installed('ur_controllers.yaml')
    for name, (changes, _) in BAD.items():
        parameters['controller_manager']['ros__parameters'][name] = {'type': 'limber_controllers/AdmittanceController'}
        parameters[name] = copy.deepcopy(parameters[NAME])
        parameters[name]['ros__parameters'].update(changes)
    with LiveSystem('ur_admittance.launch.py', sim='mock', controller='none',
                    controllers_file=parameters_file(parameters)) as system:
        system.wait_for('joint_state_broadcaster')
        for name, (_, sentence) in BAD.items():
            log = len(system.log())
            assert not (system.load(name) and system.configure(name)), name
            system.wait_for_log(sentence, log, 5.0)
        # what is right still works beside them
        assert system.load(NAME) and system.configure(NAME) and system.switch(on=[NAME])
