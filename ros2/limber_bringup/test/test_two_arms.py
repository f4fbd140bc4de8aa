"""Two OpenManipulator-X in two namespaces: names with prefixes, one set of parameters, one waypoint for one of them."""
from geometry_msgs.msg import PoseStamped
from limber_bringup import bringup
from limber_msgs.msg import VariableStiffnessState
from live_system import LiveSystem
import pytest

NAME = 'variable_stiffness_controller'


def test_each_for_itself():
    with LiveSystem('dual_variable_stiffness.launch.py') as system:
        ears = []
        for arm in ['/robot1', '/robot2']:
            system.namespace = arm
            system.wait_for(NAME)
            ears.append(system.ear(VariableStiffnessState, f'{NAME}/state'))
        for ear, arm in zip(ears, ['robot1', 'robot2']):
            state = ear.next(lambda m: m.phase == 'homing')
            assert state.header.frame_id == f'{arm}_world'
        for ear in ears:
            ear.next(lambda m: m.phase == 'move_forward')
        waypoint = PoseStamped()
        waypoint.header.frame_id = 'offset'
        waypoint.pose.position.z = 0.03
        with system.saying(PoseStamped, f'/robot1/{NAME}/waypoint_command', waypoint):
            ears[0].next(lambda m: m.waypoints_active)
        assert ears[1].next().waypoints_taken == 0
        for ear in ears:
            assert all(m.fault == '' for m in ear.all())


def test_port_is_found(tmp_path):
    with pytest.raises(bringup.BringupError, match='no serial port found'):
        bringup.find_port(devices=str(tmp_path))
    (tmp_path / 'ttyUSB0').touch()
    assert bringup.find_port(devices=str(tmp_path)) == str(tmp_path / 'ttyUSB0')
    (tmp_path / 'ttyUSB1').touch()
    with pytest.raises(bringup.BringupError, match='say which'):
        bringup.find_port(devices=str(tmp_path))
    assert bringup.find_port('/dev/ttyACM3', str(tmp_path)) == '/dev/ttyACM3'
    (tmp_path / 'serial' / 'by-id').mkdir(parents=True)
    adapter = tmp_path / 'serial' / 'by-id' / 'usb-FTDI_USB__-__Serial_Converter_FT4THVRP-if00-port0'
    adapter.touch()
    assert bringup.find_port(devices=str(tmp_path)) == str(adapter)
