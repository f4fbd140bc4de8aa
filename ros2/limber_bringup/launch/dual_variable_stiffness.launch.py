"""Two OpenManipulator-X in two namespaces: ros2 launch limber_bringup dual_variable_stiffness.launch.py."""
from limber_bringup import bringup

ARGUMENTS = [
    ('sim', 'true', 'true: simulated; mock: no physics; false: real arms, by dynamixel_hardware_interface'),
    ('port1', '', 'of the first real arm: its serial port'),
    ('port2', '', 'of the second'),
    ('controllers_file', '', 'parameters of both arms\' controllers; empty: those of limber_bringup'),
]


def actions(values):
    if values['sim'] == 'false' and not (values['port1'] and values['port2']):
        raise bringup.BringupError('with two real arms only you know which port is whose: port1:=... port2:=...')
    parameters = values['controllers_file'] or bringup.share('limber_bringup', 'config', 'dual_omx_controllers.yaml')
    each = [{'port': values[f'port{number}']} for number in (1, 2)]
    return bringup.two_arms('variable_stiffness_control.launch.py', parameters, {'sim': values['sim']}, each)


def generate_launch_description():
    return bringup.launch_description(ARGUMENTS, actions)
