"""Two arms in two namespaces: names with prefixes, one set of parameters, one waypoint or push for one of them."""
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import PoseStamped, WrenchStamped
from limber_bringup import bringup
from limber_msgs.msg import AdmittanceState, VariableStiffnessState
from live_system import LiveSystem, wait_until
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


def test_two_urs_each_for_itself():
    name = 'admittance_controller'
    with LiveSystem('dual_ur_admittance.launch.py') as system:
        ears = []
        for arm in ['robot1', 'robot2']:
            system.namespace = f'/{arm}'
            system.wait_for(name)
            ears.append(system.ear(AdmittanceState, f'{name}/telemetry'))
        for ear, arm in zip(ears, ['robot1', 'robot2']):
            state = ear.next(lambda m: m.state == 'running')
            assert state.header.frame_id == f'{arm}_base_link'
            assert system.get(f'/{arm}/controller_manager', ['update_rate']) == [500]
        before = [ear.next() for ear in ears]
        push = WrenchStamped()
        push.wrench.force.y = 15.0
        with system.saying(WrenchStamped, '/robot2/robot2_ur5e/push', push):
            ears[1].next(lambda m: m.p_command.y - before[1].p_command.y > 0.05)
        assert abs(ears[0].next().p_command.y - before[0].p_command.y) < 1e-3
        said = system.ear(DiagnosticArray, '/diagnostics')

        def names():
            return {m.status[0].name for m in said.all() if 'compliant control' in m.status[0].name}
        wait_until(lambda: {f'{arm}/{name}: compliant control' for arm in ['robot1', 'robot2']} <= names(),
                   'the diagnostics of both')


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
