#!/usr/bin/env python3
"""Say what of a compliant arm is there, what is not, and what to do about it.

    ros2 run limber_bringup system_status.py
    ros2 run limber_bringup system_status.py --ros-args -p controller:=/omx/variable_stiffness_controller

Without `controller` it looks at every controller of Limber that a controller manager in this graph has loaded.
"""
from controller_manager_msgs.srv import ListControllers, ListHardwareComponents
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from limber_bringup import check
from limber_msgs.msg import AdmittanceState, VariableStiffnessState
from sensor_msgs.msg import JointState

LAUNCH = 'ros2 launch limber_bringup ur_admittance.launch.py'
LAUNCH_TORQUE = 'ros2 launch limber_bringup variable_stiffness_control.launch.py'
LIST = '/controller_manager/list_controllers'
# type of a controller: the message of its telemetry, and the topic
TELEMETRY = {'limber_controllers/VariableStiffnessController': (VariableStiffnessState, 'state'),
             'omx_variable_stiffness_controller/OmxVariableStiffnessController': (VariableStiffnessState, 'state'),
             'limber_controllers/AdmittanceController': (AdmittanceState, 'telemetry'),
             'limber_controllers/CartesianAdmittanceController': (AdmittanceState, 'telemetry'),
             'ur_admittance_controller/AdmittanceController': (AdmittanceState, 'telemetry')}


class SystemStatus(check.Check):

    def __init__(self):
        super().__init__('system_status', controller='', service_timeout=10.0)
        self.rows = []
        self.listen(DiagnosticArray, '/diagnostics')

    def tell(self, what, ok, found, advice=''):
        self.rows.append([what, 'ok' if ok else 'MISSING', found, '' if ok else advice])
        return ok

    def ask(self, kind, service):
        """Return the answer of a service, or None."""
        client = self.create_client(kind, service)
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

    def hears(self, topic):
        """Return the newest message of a topic, or None after the time-out."""
        try:
            self.wait(lambda: self.latest(topic) is not None, self['service_timeout'], '')
        except check.CheckFailed:
            return None
        return self.latest(topic)

    def namespaces(self):
        """Return those with a controller manager, or the one of `controller`."""
        if self['controller']:
            return [self['controller'].rsplit('/', 1)[0]]

        def found():
            return sorted(name[:-len(LIST)] for name, _ in self.get_service_names_and_types() if name.endswith(LIST))
        try:
            self.wait(found, self['service_timeout'], '')
        except check.CheckFailed:
            pass
        return found()

    def look_at_manager(self, namespace):
        """Look at one arm: its controller manager, its controllers, and what they say."""
        answer = self.ask(ListControllers, namespace + LIST)
        if not self.tell('controller manager', answer is not None, f'{namespace}/controller_manager',
                         f'start the system: {LAUNCH}, or {LAUNCH_TORQUE}'):
            return
        self.manager_option = f' -c {namespace}/controller_manager' if namespace else ''
        controllers = {controller.name: controller for controller in answer.controller}
        broadcaster = controllers.get('joint_state_broadcaster')
        self.tell('joint_state_broadcaster', broadcaster and broadcaster.state == 'active',
                  broadcaster.state if broadcaster else 'not loaded',
                  f'ros2 run controller_manager spawner joint_state_broadcaster{self.manager_option}')
        self.look_at_hardware(namespace)
        self.look_at_joints(namespace)
        if self['controller']:
            names = [self['controller'].rsplit('/', 1)[1]]
        else:
            names = [name for name, controller in controllers.items() if controller.type in TELEMETRY]
        if not names:
            self.tell('controllers of Limber', False, 'none loaded',
                      f'ros2 run controller_manager spawner admittance_controller{self.manager_option}')
        for name in names:
            self.look_at_controller(namespace, name, controllers.get(name))

    def look_at_hardware(self, namespace):
        answer = self.ask(ListHardwareComponents, f'{namespace}/controller_manager/list_hardware_components')
        for component in answer.component if answer else []:
            self.tell(f'hardware {component.name}', component.state.label == 'active', component.state.label,
                      'on a UR: is the program running on the teach pendant, and robot_ip right?')

    def look_at_joints(self, namespace):
        self.listen(JointState, f'{namespace}/joint_states')
        joints = self.hears(f'{namespace}/joint_states')
        self.tell('joint states', joints is not None, f'{len(joints.position)} joints' if joints else 'none',
                  'joint_state_broadcaster must be active')

    def look_at_controller(self, namespace, name, controller):
        state = controller.state if controller else 'not loaded'
        option = self.manager_option
        advice = {'not loaded': f'ros2 run controller_manager spawner {name}{option}',
                  'unconfigured': f'ros2 control set_controller_state {name} inactive{option}; the log says why not',
                  'inactive': f'ros2 control switch_controllers --activate {name}{option}'}.get(state, 'see the log')
        if self.tell(name, state == 'active', state, advice):
            kind, topic = TELEMETRY.get(controller.type, (AdmittanceState, 'telemetry'))
            self.look_at_telemetry(f'{namespace}/{name}', kind, topic)
            self.look_at_diagnostics(f'{namespace}/{name}'.lstrip('/'))

    def look_at_telemetry(self, controller, kind, topic):
        self.listen(kind, f'{controller}/{topic}')
        state = self.hears(f'{controller}/{topic}')
        if not self.tell('telemetry', state is not None, f'{state.state}, cycle {state.cycle}' if state else 'none',
                         f'{controller} must be active'):
            return
        self.tell('no fault', not state.fault, state.fault or 'none',
                  f'after removing the cause: ros2 service call {controller}/reset_fault std_srvs/srv/Trigger')
        scaling = getattr(state, 'speed_scaling', 1.0)
        self.tell('speed', scaling > 0.001, f'{100.0 * scaling:.0f} %', 'press play on the teach pendant')

    def look_at_diagnostics(self, name):
        def found():
            array = self.latest('/diagnostics')
            return next((s for s in array.status if s.name.startswith(f'{name}:')), None) if array else None
        try:
            self.wait(found, self['service_timeout'], '')
        except check.CheckFailed:
            return
        status = found()
        if status:
            self.tell('diagnostics', status.level in (DiagnosticStatus.OK, DiagnosticStatus.WARN), status.message,
                      'see the log of ros2_control_node')

    def run(self):
        namespaces = self.namespaces()
        for namespace in namespaces:
            self.look_at_manager(namespace)
        if not namespaces:
            self.tell('controller manager', False, 'none', f'start the system: {LAUNCH}, or {LAUNCH_TORQUE}')
        check.table(['what', '', 'found', 'advice'], self.rows)
        return all(row[1] == 'ok' for row in self.rows)


if __name__ == '__main__':
    check.main(SystemStatus)
