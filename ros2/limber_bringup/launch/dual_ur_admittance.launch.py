"""Two compliant URs in two namespaces: ros2 launch limber_bringup dual_ur_admittance.launch.py."""
from limber_bringup import bringup

ARGUMENTS = [
    ('ur_type', 'ur5e', 'ur3e, ur5e or ur10e'),
    ('sim', 'true', 'true: simulated; mock: no physics; false: real robots, by ur_robot_driver'),
    ('robot_ip1', '', 'of the first real robot'),
    ('robot_ip2', '', 'of the second'),
    ('controller', 'admittance_controller', 'or cartesian_admittance_controller, none, several with commas'),
    ('controllers_file', '', 'parameters of both arms\' controllers; empty: those of limber_bringup'),
]


def actions(values):
    if values['sim'] == 'false' and not (values['robot_ip1'] and values['robot_ip2']):
        raise bringup.BringupError('two real arms have two addresses: robot_ip1:=... robot_ip2:=...')
    shared = {name: values[name] for name in ('ur_type', 'sim', 'controller')}
    each = [{'robot_ip': values[f'robot_ip{number}']} for number in (1, 2)]
    parameters = values['controllers_file'] or bringup.share('limber_bringup', 'config', 'dual_ur_controllers.yaml')
    return bringup.two_arms('ur_admittance.launch.py', parameters, shared, each)


def generate_launch_description():
    return bringup.launch_description(ARGUMENTS, actions)
