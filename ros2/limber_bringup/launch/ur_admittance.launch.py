"""A compliant UR: ros2 launch limber_bringup ur_admittance.launch.py ur_type:=ur5e sim:=true"""
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument, OpaqueFunction
from launch.substitutions import Command, FindExecutable, LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

ARGUMENTS = [
    ('ur_type', 'ur5e', 'ur3e, ur5e or ur10e'),
    ('sim', 'true', 'true: simulated; mock: no physics; false: a real robot, by ur_robot_driver'),
    ('drive', 'position', 'of a simulated arm: position or velocity'),
    ('world', '', 'of a simulated arm: a YAML file whose section limber: has scene, tool, servo, sensor, hand'),
    ('robot_ip', '192.168.56.101', 'of a real robot'),
    ('controller', 'admittance_controller', 'or cartesian_admittance_controller'),
    ('controllers_file', '', 'parameters of all controllers; empty: those of limber_bringup'),
]


def nodes(context):
    def value(name):
        return LaunchConfiguration(name).perform(context)

    hardware = {'true': 'sim', 'false': 'real'}.get(value('sim'), value('sim'))
    xacro = PathJoinSubstitution([FindPackageShare('limber_description'), 'urdf', 'ur.urdf.xacro'])
    description = ParameterValue(
        Command([FindExecutable(name='xacro'), ' ', xacro, ' ur_type:=', value('ur_type'), ' hardware:=', hardware,
                 ' drive:=', value('drive'), ' world:="', value('world'), '" robot_ip:=', value('robot_ip')]),
        value_type=str)
    parameters = value('controllers_file') or PathJoinSubstitution(
        [FindPackageShare('limber_bringup'), 'config', 'ur_controllers.yaml'])
    return [
        Node(package='robot_state_publisher', executable='robot_state_publisher',
             parameters=[{'robot_description': description}]),
        Node(package='controller_manager', executable='ros2_control_node', parameters=[parameters],
             output='screen'),
        Node(package='controller_manager', executable='spawner',
             arguments=['joint_state_broadcaster', value('controller'), '--activate-as-group']),
    ]


def generate_launch_description():
    declared = [DeclareLaunchArgument(name, default_value=default, description=words)
                for name, default, words in ARGUMENTS]
    return LaunchDescription(declared + [OpaqueFunction(function=nodes)])
