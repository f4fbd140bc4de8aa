#!/usr/bin/env python3
"""Say what of a compliant arm is there, what is not, and what to do about it.

    ros2 run limber_bringup system_status.py
    ros2 run limber_bringup system_status.py --ros-args -p controller:=/omx/variable_stiffness_controller
"""
from controller_manager_msgs.srv import ListControllers, ListHardwareComponents
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from limber_bringup import check
from limber_msgs.msg import AdmittanceState, VariableStiffnessState
from sensor_msgs.msg import JointState

LAUNCH = 'ros2 launch limber_bringup ur_admittance.launch.py'
LAUNCH_TORQUE = 'ros2 launch limber_bringup variable_stiffness_control.launch.py'


class SystemStatus(check.Check):

    def __init__(self):
        super().__init__('system_status', service_timeout=10.0)
        self.namespace, self.name = self['controller'].rsplit('/', 1)
        self.rows = []
        self.listen(JointState, f'{self.namespace}/joint_states')
        self.listen(AdmittanceState, 'telemetry')
        self.listen(VariableStiffnessState, 'state')
        self.listen(DiagnosticArray, '/diagnostics')

    def tell(self, what, ok, found, advice=''):
        self.rows.append([what, 'ok' if ok else 'MISSING', found, '' if ok else advice])
        return ok

    def ask(self, kind, name):
        """Return the answer of a service of the controller manager, or None."""
        client = self.create_client(kind, f'{self.namespace}/controller_manager/{name}')
        if not client.wait_for_service(self['service_timeout']):
            return None
        # A service may be known here before it knows of us, and its answer is lost: ask again.
        for _ in range(int(self['service_timeout'])):
            future = client.call_async(kind.Request())
            try:
                self.wait(future.done, 1.0, '')
                return future.result()
            except check.CheckFailed:
                pass
        return None

    def hears(self, *names):
        """Return the newest message of any of these topics, or None after the time-out."""
        def any_of_them():
            return next((m for m in map(self.latest, names) if m is not None), None)
        try:
            self.wait(any_of_them, self['service_timeout'], '')
        except check.CheckFailed:
            return None
        return any_of_them()

    def look_at_controllers(self):
        answer = self.ask(ListControllers, 'list_controllers')
        found = self.tell('controller manager', answer is not None, f'{self.namespace}/controller_manager',
                          f'start the system: {LAUNCH}, or {LAUNCH_TORQUE}')
        if not found:
            return False
        states = {controller.name: controller.state for controller in answer.controller}
        self.tell('joint_state_broadcaster', states.get('joint_state_broadcaster') == 'active',
                  states.get('joint_state_broadcaster', 'not loaded'),
                  'ros2 run controller_manager spawner joint_state_broadcaster')
        state = states.get(self.name, 'not loaded')
        advice = {'not loaded': f'ros2 run controller_manager spawner {self.name}',
                  'unconfigured': f'ros2 control set_controller_state {self.name} inactive; the log says why not',
                  'inactive': f'ros2 control switch_controllers --activate {self.name}'}.get(state, 'see the log')
        return self.tell(self.name, state == 'active', state, advice)

    def look_at_hardware(self):
        answer = self.ask(ListHardwareComponents, 'list_hardware_components')
        for component in answer.component if answer else []:
            self.tell(f'hardware {component.name}', component.state.label == 'active', component.state.label,
                      'on a UR: is the program running on the teach pendant, and robot_ip right?')

    def look_at_readings(self):
        joints = self.hears(f'{self.namespace}/joint_states')
        self.tell('joint states', joints is not None, f'{len(joints.position)} joints' if joints else 'none',
                  'joint_state_broadcaster must be active')
        state = self.hears('telemetry', 'state')
        if not self.tell('telemetry', state is not None, f'{state.state}, cycle {state.cycle}' if state else 'none',
                         f'{self.name} must be active'):
            return
        self.tell('no fault', not state.fault, state.fault or 'none',
                  f"after removing the cause: ros2 service call {self['controller']}/reset_fault std_srvs/srv/Trigger")
        scaling = getattr(state, 'speed_scaling', 1.0)
        self.tell('speed', scaling > 0.001, f'{100.0 * scaling:.0f} %', 'press play on the teach pendant')

    def look_at_diagnostics(self):
        self.hears('/diagnostics')
        array = self.latest('/diagnostics')
        for status in array.status if array else []:
            if status.name.startswith(self.name):
                self.tell('diagnostics', status.level in (DiagnosticStatus.OK, DiagnosticStatus.WARN), status.message,
                          'see the log of ros2_control_node')

    def run(self):
        if self.look_at_controllers():
            self.look_at_hardware()
            self.look_at_readings()
            self.look_at_diagnostics()
        check.table(['what', '', 'found', 'advice'], self.rows)
        return all(row[1] == 'ok' for row in self.rows)


if __name__ == '__main__':
    check.main(SystemStatus)
