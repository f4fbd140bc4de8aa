"""A compliant UR: ros2 launch limber_bringup ur_admittance.launch.py ur_type:=ur5e sim:=true."""
from limber_bringup import bringup

ARGUMENTS = [
    ('ur_type', 'ur5e', 'ur3e, ur5e or ur10e'),
    ('sim', 'true', 'true: simulated; mock: no physics; false: a real robot, by ur_robot_driver'),
    ('drive', 'position', 'of a simulated arm: position or velocity'),
    ('world', '', 'of a simulated arm: a YAML file whose section limber: has scene, tool, servo, sensor, hand'),
    ('robot_ip', '192.168.56.101', 'of a real robot'),
    ('namespace', '', 'of all nodes'),
    ('prefix', '', 'of all names of joints and links; controllers_file must have them too'),
    ('controller', 'admittance_controller', 'or cartesian_admittance_controller, none, several with commas'),
    ('controllers_file', '', 'parameters of all controllers; empty: those of limber_bringup'),
    ('rviz', 'false', 'true: show the arm'),
]


def actions(values):
    description = bringup.robot_description(
        'ur.urdf.xacro', values['prefix'], ur_type=values['ur_type'], hardware=bringup.hardware_of(values['sim']),
        drive=values['drive'], world=values['world'], robot_ip=values['robot_ip'])
    parameters = values['controllers_file'] or bringup.share('limber_bringup', 'config', 'ur_controllers.yaml')
    controllers = bringup.controllers_of(values['controller'])
    nodes = bringup.controlled_arm(description, parameters, controllers, values['namespace'],
                                   bringup.mock_parameters(values['sim']))
    return nodes + bringup.view(values['rviz'])


def generate_launch_description():
    return bringup.launch_description(ARGUMENTS, actions)
