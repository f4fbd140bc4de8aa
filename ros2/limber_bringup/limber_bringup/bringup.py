"""What the launch files share: the description of an arm, and the nodes around it."""
import glob
import os

from ament_index_python.packages import PackageNotFoundError, get_package_share_directory
from launch.actions import DeclareLaunchArgument, IncludeLaunchDescription, LogInfo, OpaqueFunction
from launch import LaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
import xacro

# Where they show an OpenManipulator-X's U2D2 adapter first, then any serial adapter.
SERIAL_PORTS = ['serial/by-id/*U2D2*', 'serial/by-id/*FTDI*', 'ttyUSB*', 'ttyACM*']


class BringupError(RuntimeError):
    """A launch argument that cannot be used; its text says what is allowed."""


def share(package, *path):
    """Return a path below the package's share directory."""
    return os.path.join(get_package_share_directory(package), *path)


def launch_description(arguments, actions):
    """Return a launch description of `arguments` (name, default, words); actions(values) makes what is launched."""
    def act(context):
        return actions({name: LaunchConfiguration(name).perform(context) for name, _, _ in arguments})

    declared = [DeclareLaunchArgument(name, default_value=default, description=words)
                for name, default, words in arguments]
    return LaunchDescription(declared + [OpaqueFunction(function=act)])


def hardware_of(sim):
    """Return what the xacro files call it."""
    kinds = {'true': 'sim', 'mock': 'mock', 'false': 'real'}
    if sim not in kinds:
        raise BringupError(f"sim is '{sim}'; it must be true (simulated), mock (no physics) or false (a real robot)")
    return kinds[sim]


def robot_description(xacro_file, prefix='', **arguments):
    """Return the URDF of an arm of limber_description, its names behind `prefix`."""
    document = xacro.process_file(share('limber_description', 'urdf', xacro_file), mappings=arguments)
    if prefix:
        add_prefix(document, prefix)
    return document.toxml()


def add_prefix(document, prefix):
    """Put `prefix` before every name of a link, joint or ros2_control system, wherever it stands."""
    attributes = {'link': ['name'], 'joint': ['name'], 'ros2_control': ['name'], 'parent': ['link'],
                  'child': ['link'], 'mimic': ['joint']}
    for tag, names in attributes.items():
        for element in document.getElementsByTagName(tag):
            for name in names:
                if element.hasAttribute(name):
                    element.setAttribute(name, prefix + element.getAttribute(name))
    for parameter in document.getElementsByTagName('param'):
        if parameter.getAttribute('name') in ('base_link', 'tip_link', 'ft_frame'):
            parameter.firstChild.data = prefix + parameter.firstChild.data


def find_port(given='', devices='/dev'):
    """Return the serial port of a real OpenManipulator-X: the one that was given, or the only one that is there."""
    if given:
        return given
    for pattern in SERIAL_PORTS:
        found = sorted(glob.glob(os.path.join(devices, pattern)))
        if len(found) == 1:
            return found[0]
        if found:
            raise BringupError(f'several serial ports could be the arm\'s: {", ".join(found)}; say which: port:=...')
    raise BringupError(f'no serial port found in {devices} ({", ".join(SERIAL_PORTS)}); is the U2D2 adapter '
                       'plugged in, and may this user open it (group dialout)? Otherwise: port:=...')


def controllers_of(names):
    """Return the controllers of the launch argument `names`, behind the one that tells of the joints."""
    return ['joint_state_broadcaster', *(name for name in names.split(',') if name not in ('', 'none'))]


def mock_parameters(sim):
    """Return the parameter files that go before the user's where the hardware is a mock."""
    return [share('limber_bringup', 'config', 'mock.yaml')] if sim == 'mock' else []


def two_arms(launch_file, parameters, shared, each):
    """Return two launches of one file, in the namespaces robot1 and robot2; `each`: the arguments of one of them."""
    source = PythonLaunchDescriptionSource(share('limber_bringup', 'launch', launch_file))

    def arm(number):
        arguments = {**shared, **each[number - 1], 'namespace': f'robot{number}', 'prefix': f'robot{number}_',
                     'controllers_file': parameters}
        return IncludeLaunchDescription(source, launch_arguments=arguments.items())

    return [arm(1), arm(2)]


def controlled_arm(description, parameters, controllers, namespace='', more_parameters=()):
    """Return the nodes of one arm: its description, the controller manager, and the controllers that start."""
    return [
        Node(package='robot_state_publisher', executable='robot_state_publisher', namespace=namespace,
             parameters=[{'robot_description': description}]),
        Node(package='controller_manager', executable='ros2_control_node', namespace=namespace,
             parameters=[share('limber_bringup', 'config', 'broadcaster.yaml'), *more_parameters, parameters],
             output='screen'),
        Node(package='controller_manager', executable='spawner', namespace=namespace,
             arguments=[*controllers, '--activate-as-group'], output='screen'),
    ]


def view(wanted):
    """Return RViz, where it is wanted and installed."""
    if wanted != 'true':
        return []
    try:
        get_package_share_directory('rviz2')
    except PackageNotFoundError:
        return [LogInfo(msg='rviz:=true, but rviz2 is not installed here; everything else starts.')]
    return [Node(package='rviz2', executable='rviz2', arguments=['-d', share('limber_bringup', 'rviz', 'arm.rviz')])]


