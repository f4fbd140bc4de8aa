"""A launched system, and what the tests do to it: start it, talk to it, look at it, end it.

Each test file is a process with a ROS domain of its own, so that files may run beside each other.
"""
import array
import atexit
import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time

os.environ['ROS_DOMAIN_ID'] = os.environ.get('LIMBER_TEST_DOMAIN', str(1 + os.getpid() % 60))
os.environ.setdefault('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST')
os.environ['RCUTILS_LOGGING_BUFFERED_STREAM'] = '0'

from controller_manager_msgs.srv import (CleanupController, ConfigureController,  # noqa: E402
                                         ListControllers, LoadController, SwitchController, UnloadController)
from geometry_msgs.msg import WrenchStamped  # noqa: E402
import rclpy  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.parameter import Parameter  # noqa: E402
from rclpy.parameter_client import AsyncParameterClient  # noqa: E402
from rclpy.task import Future  # noqa: E402
from sensor_msgs.msg import JointState  # noqa: E402
from std_msgs.msg import Float64, String  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402

# Commands of ros2 leave a daemon in the domain.
atexit.register(subprocess.run, ['ros2', 'daemon', 'stop'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

PATIENCE = 30.0  # s
UR_JOINTS = ['shoulder_pan_joint', 'shoulder_lift_joint', 'elbow_joint', 'wrist_1_joint', 'wrist_2_joint',
             'wrist_3_joint']


def wait_until(condition, what, timeout=PATIENCE):
    """Return what `condition` returns as soon as it is true."""
    end = time.monotonic() + timeout
    while True:
        result = condition()
        if result:
            return result
        assert time.monotonic() < end, f'{what}: not within {timeout} s'
        time.sleep(0.01)


class Ear:
    """Every message of a topic since it was opened."""

    def __init__(self, node, kind, topic, qos=10):
        self._turn = threading.Lock()
        self._messages = []
        self.topic = topic
        self.subscription = node.create_subscription(kind, topic, self._take, qos)

    def _take(self, message):
        with self._turn:
            self._messages.append(message)

    def all(self):
        with self._turn:
            return list(self._messages)

    def forget(self):
        with self._turn:
            self._messages.clear()

    def next(self, condition=lambda message: True, timeout=PATIENCE):
        """Return the first message from now on that meets `condition`."""
        heard = len(self.all())

        def find():
            return next((m for m in self.all()[heard:] if condition(m)), None)
        return wait_until(find, f'such a message on {self.topic}', timeout)


class LiveSystem:
    """`ros2 launch limber_bringup FILE name:=value ...`, and a node beside it."""

    def __init__(self, launch_file, namespace='', /, **arguments):
        self.namespace = namespace
        rclpy.init()
        self.node = rclpy.create_node('live_system')
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        self._ended = Future()
        self.thread = threading.Thread(target=self.executor.spin_until_future_complete, args=[self._ended], daemon=True)
        self.thread.start()
        self._clients = {}
        self._parameter_clients = {}
        self._joint_ear = None
        # last, so that whatever is started here is also ended
        self.log_file = tempfile.NamedTemporaryFile('w+', prefix='limber_launch_', suffix='.log')
        words = [f'{name}:={value}' for name, value in arguments.items()]
        self.process = subprocess.Popen(['ros2', 'launch', 'limber_bringup', launch_file, *words],
                                        stdout=self.log_file, stderr=subprocess.STDOUT, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            self._interrupt()
        finally:
            subprocess.run(['pkill', '-KILL', '-s', str(self.process.pid)], check=False)
            # An executor that is shut down while its thread looks for what to wait for may then wait for ever.
            self._ended.set_result(None)
            self.thread.join()
            self.executor.shutdown()
            self.node.destroy_node()
            rclpy.shutdown()
            print(self.log()[-6000:])  # shown where the test fails
        died = [line for line in self.log().splitlines() if 'process has died' in line and '[spawner' not in line]
        assert kind is not None or not died, died

    def _interrupt(self):
        """
        Ctrl-C, once the spawners are done.

        A launch in which a process ends at that moment waits for that process for ever, although all have ended: that is
        launch's own, and no failure of what it launched.
        """
        end = time.monotonic() + PATIENCE / 3
        while time.monotonic() < end and self._spawners('process started') > self._spawners('process has'):
            time.sleep(0.01)
        time.sleep(0.5)
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            left = subprocess.run(['ps', '-s', str(self.process.pid), '-o', 'pid=,stat=,wchan:20=,cmd='],
                                  capture_output=True, text=True, check=False).stdout.splitlines()
            print('\n'.join(left))
            if [line for line in left if int(line.split()[0]) != self.process.pid]:
                raise

    def _spawners(self, words):
        return sum('[spawner-' in line and words in line for line in self.log().splitlines())

    def wait_until_spawned(self):
        """Wait until every spawner has done its work."""
        def done():
            started = self._spawners('process started')
            return started > 0 and self._spawners('process has finished cleanly') == started
        wait_until(done, 'the spawners are done', 2 * PATIENCE)

    # --- talking ---

    def absolute(self, name):
        return name if name.startswith('/') else f'{self.namespace}/{name}'

    def call(self, kind, name, /, timeout=PATIENCE, **fields):
        """Return the answer of a service."""
        name = self.absolute(name)
        if name not in self._clients:
            self._clients[name] = self.node.create_client(kind, name)
        client = self._clients[name]
        wait_until(lambda: client.service_is_ready() or self.process.poll() is not None, name, timeout)
        assert self.process.poll() is None, f'the launch has ended\n{self.log()[-2000:]}'
        return self.result_of(client.call_async(kind.Request(**fields)), name, timeout)

    def result_of(self, future, what, timeout=PATIENCE):
        answered = threading.Event()
        future.add_done_callback(lambda _: answered.set())
        assert answered.wait(timeout), f'{what} does not answer within {timeout} s'
        return future.result()

    def ask(self, service):
        """Call a std_srvs/Trigger, which must succeed."""
        answer = self.call(Trigger, service)
        assert answer.success, answer.message
        return answer.message

    def ear(self, kind, topic, qos=10):
        ear = Ear(self.node, kind, self.absolute(topic), qos)
        wait_until(lambda: self.node.count_publishers(ear.topic) > 0, f'a publisher of {ear.topic}')
        return ear

    def mouth(self, kind, topic, qos=10):
        """Return a publisher that somebody listens to."""
        topic = self.absolute(topic)
        publisher = self.node.create_publisher(kind, topic, qos)
        wait_until(lambda: publisher.get_subscription_count() > 0, f'a subscriber of {topic}')
        return publisher

    @contextlib.contextmanager
    def saying(self, kind, topic, message):
        """Say it every 0.1 s: a publisher may know of a subscriber before the subscriber knows of it."""
        publisher = self.mouth(kind, topic)
        timer = self.node.create_timer(0.1, lambda: publisher.publish(message))
        try:
            yield
        finally:
            timer.cancel()

    def _parameter_client(self, controller):
        """Return the one client of a controller's parameters: the executor looks through all clients at each step."""
        name = self.absolute(controller)
        if name not in self._parameter_clients:
            self._parameter_clients[name] = AsyncParameterClient(self.node, name)
        assert self._parameter_clients[name].wait_for_services(PATIENCE)
        return self._parameter_clients[name]

    def set(self, controller, values, together=False):
        """Set parameters of a controller; return each result, or the one of all of them together."""
        client = self._parameter_client(controller)
        parameters = [Parameter(name, value=value).to_parameter_msg() for name, value in values.items()]
        send = client.set_parameters_atomically if together else client.set_parameters
        answer = self.result_of(send(parameters), controller)
        return answer.result if together else answer.results

    def set_each(self, controller, name, values):
        """Set a parameter to one value after the other; return each result."""
        client = self._parameter_client(controller)
        parameters = [Parameter(name, value=value).to_parameter_msg() for value in values]
        return self.result_of(client.set_parameters(parameters), controller).results

    def get(self, controller, names):
        client = self._parameter_client(controller)
        values = self.result_of(client.get_parameters(names), controller).values
        values = [Parameter.from_parameter_msg(_named(value)).value for value in values]
        return [list(value) if isinstance(value, array.array) else value for value in values]

    def declared(self, controller):
        """Return the names of a controller's parameters."""
        client = self._parameter_client(controller)
        return set(self.result_of(client.list_parameters([], 0), controller).result.names)

    def stop_for(self, seconds):
        """Stop every controller manager for a while, as a debugger or a host without time for it would."""
        control = subprocess.run(['pgrep', '-s', str(self.process.pid), '-f', 'ros2_control_node'],
                                 capture_output=True, text=True, check=True).stdout.split()
        for pid in control:
            os.kill(int(pid), signal.SIGSTOP)
        time.sleep(seconds)
        for pid in control:
            os.kill(int(pid), signal.SIGCONT)

    # --- controllers ---

    def controllers(self):
        """Return the state of each controller."""
        answer = self.call(ListControllers, 'controller_manager/list_controllers')
        return {controller.name: controller.state for controller in answer.controller}

    def wait_for(self, controller, state='active'):
        wait_until(lambda: self.controllers().get(controller) == state, f'{controller} {state}')

    def load(self, name):
        return self.call(LoadController, 'controller_manager/load_controller', name=name).ok

    def configure(self, name):
        return self.call(ConfigureController, 'controller_manager/configure_controller', name=name).ok

    def cleanup(self, name):
        return self.call(CleanupController, 'controller_manager/cleanup_controller', name=name).ok

    def unload(self, name):
        return self.call(UnloadController, 'controller_manager/unload_controller', name=name).ok

    def switch(self, on=(), off=()):
        answer = self.call(SwitchController, 'controller_manager/switch_controller', activate_controllers=list(on),
                           deactivate_controllers=list(off), strictness=SwitchController.Request.STRICT)
        return answer.ok

    # --- looking ---

    def log(self):
        with open(self.log_file.name, encoding='utf-8') as file:
            return file.read()

    def wait_for_log(self, sentence, after=0, timeout=PATIENCE):
        """Wait until the log, from character `after` on, has the sentence."""
        wait_until(lambda: sentence in self.log()[after:], f"'{sentence}' in the log", timeout)

    def joints(self, names=None):
        """Return the measured joints, newest."""
        if self._joint_ear is None:  # kept: a subscription that goes while the executor waits for it ends the executor
            self._joint_ear = self.ear(JointState, 'joint_states')
        message = self._joint_ear.next()
        position = dict(zip(message.name, message.position))
        return [position[name] for name in names or sorted(position)]


def _named(value):
    message = Parameter('p').to_parameter_msg()
    message.value = value
    return message


class Person:
    """What somebody can do to a simulated arm."""

    def __init__(self, system, arm='ur5e'):
        self._node = system.node
        self._timers = {}
        self._push = system.mouth(WrenchStamped, f'{arm}/push')
        self._scaling = system.mouth(Float64, f'{arm}/speed_scaling')
        self._inject = system.mouth(String, f'{arm}/inject')

    def push(self, x=0.0, y=0.0, z=0.0):
        message = WrenchStamped()
        message.wrench.force.x, message.wrench.force.y, message.wrench.force.z = float(x), float(y), float(z)
        self._say(self._push, message)

    def scale(self, share):
        self._say(self._scaling, Float64(data=float(share)))

    def _say(self, publisher, message, times=8):
        """Say it now and for a while: a publisher may know of a subscriber before the subscriber knows of it."""
        if publisher in self._timers:
            self._timers.pop(publisher).cancel()
        publisher.publish(message)
        left = [times]

        def again():
            publisher.publish(message)
            left[0] -= 1
            if left[0] == 0:
                timer.cancel()
        timer = self._node.create_timer(0.05, again)
        self._timers[publisher] = timer

    def inject(self, name):
        self._inject.publish(String(data=name))
