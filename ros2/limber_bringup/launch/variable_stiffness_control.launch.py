"""A torque-driven OpenManipulator-X: ros2 launch limber_bringup variable_stiffness_control.launch.py sim:=true."""
from limber_bringup import bringup

ARGUMENTS = [
    ('sim', 'true', 'true: simulated; mock: no physics; false: a real arm, by dynamixel_hardware_interface'),
    ('port', '', 'of a real arm: its serial port; empty: found by itself'),
    ('world', '', 'of a simulated arm: a YAML file whose section limber: has scene, tool, sensor, hand'),
    ('namespace', 'omx', 'of all nodes'),
    ('prefix', '', 'of all names of joints and links'),
    ('controller', 'variable_stiffness_controller', 'which starts, or none'),
    ('controllers_file', '', 'parameters of all controllers; empty: those of limber_bringup'),
    ('rviz', 'false', 'true: show the arm'),
]


def actions(values):
    hardware = bringup.hardware_of(values['sim'])
    port = bringup.find_port(values['port']) if hardware == 'real' else ''
    description = bringup.robot_description('open_manipulator_x.urdf.xacro', values['prefix'], hardware=hardware,
                                            port=port, world=values['world'])
    parameters = values['controllers_file'] or bringup.share('limber_bringup', 'config', 'omx_controllers.yaml')
    controllers = bringup.controllers_of(values['controller'])
    nodes = bringup.controlled_arm(description, parameters, controllers, values['namespace'])
    return nodes + bringup.view(values['rviz'])


def generate_launch_description():
    return bringup.launch_description(ARGUMENTS, actions)
