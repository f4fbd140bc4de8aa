"""What the check programs share: a node that listens in a thread of its own, calls that end, a table at the end."""
import sys
import threading
import time

from rcl_interfaces.srv import GetParameters, SetParameters
import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.task import Future


class CheckFailed(RuntimeError):
    """Says what is wrong, and what to do about it."""


class Check(Node):
    """A check of one controller. Its ROS parameters are its options."""

    def __init__(self, name, **options):
        super().__init__(name)
        self.options = {'controller': '/admittance_controller', 'service_timeout': 5.0, **options}
        for option, default in self.options.items():
            self.options[option] = self.declare_parameter(option, default).value
        self._turn = threading.Lock()
        self._latest = {}
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(self)
        self._ended = Future()
        self._thread = threading.Thread(target=self._spin, daemon=True)

    def _spin(self):
        try:
            self._executor.spin_until_future_complete(self._ended)
        except ExternalShutdownException:
            pass

    def __getitem__(self, option):
        return self.options[option]

    def topic(self, name):
        """Return the name below the controller's, or an absolute one."""
        return name if name.startswith('/') else f"{self['controller']}/{name}"

    def listen(self, kind, name):
        topic = self.topic(name)

        def take(message):
            with self._turn:
                self._latest[topic] = message
        self.create_subscription(kind, topic, take, 10)

    def latest(self, name):
        """Return the newest message, or None."""
        with self._turn:
            return self._latest.get(self.topic(name))

    def wait(self, condition, timeout, otherwise):
        """Wait until condition() is true; after `timeout` s the check fails with `otherwise`."""
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                raise CheckFailed(otherwise)
            time.sleep(0.01)

    def manager(self):
        """Return the controller manager beside the controller, and how commands of `ros2 control` are told of it."""
        namespace = self['controller'].rsplit('/', 1)[0]
        return f'{namespace}/controller_manager', f' -c {namespace}/controller_manager' if namespace else ''

    def call(self, kind, name, timeout=None, **fields):
        """Return the message of a service, which must be a success."""
        answer = self.answer(kind, name, timeout, **fields)
        if not answer.success:
            raise CheckFailed(f'{self.topic(name)} refused: {answer.message}')
        return answer.message

    def get_parameter_of(self, name):
        """Return a parameter of the controller."""
        values = self.answer(GetParameters, 'get_parameters', names=[name]).values
        return Parameter.from_parameter_msg(_named(name, values[0])).value

    def set_parameter_of(self, name, value):
        """Set a parameter of the controller, which must take it."""
        parameter = Parameter(name, value=value).to_parameter_msg()
        result = self.answer(SetParameters, 'set_parameters', parameters=[parameter]).results[0]
        if not result.successful:
            raise CheckFailed(f'{name} refused: {result.reason}')

    def answer(self, kind, name, timeout=None, **fields):
        """Return the answer of a service."""
        timeout = timeout or self['service_timeout']
        service = self.topic(name)
        client = self.create_client(kind, service)
        if not client.wait_for_service(timeout):
            raise CheckFailed(f'{service} is not offered after {timeout:g} s: is the controller active? '
                              f'(ros2 control list_controllers{self.manager()[1]})')
        future = client.call_async(kind.Request(**fields))
        self.wait(future.done, timeout, f'{service} does not answer within {timeout:g} s')
        return future.result()

    def run(self):
        """Do the work; return whether all is well."""
        raise NotImplementedError

    def finish(self):
        """Leave everything as it was found."""


def main(make):
    """Run a check as a program: 0 where all is well, 1 where not, 130 after Ctrl-C."""
    rclpy.init()
    check = make()
    check._thread.start()
    code = 1
    try:
        code = 0 if check.run() else 1
    except CheckFailed as failure:
        print(f'FAILED: {failure}')
    except KeyboardInterrupt:
        print('interrupted')
        code = 130
    finally:
        try:
            check.finish()
        except CheckFailed as failure:
            print(f'left as it is: {failure}')
        # An executor that is shut down while its thread looks for what to wait for may then wait for ever.
        check._ended.set_result(None)
        check._thread.join()
        check._executor.shutdown()
        check.destroy_node()
        rclpy.try_shutdown()
    sys.exit(code)


def _named(name, value):
    message = Parameter(name).to_parameter_msg()
    message.value = value
    return message


def table(head, rows):
    """Print a table."""
    cells = [[str(cell) for cell in row] for row in [head, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    for row in cells:
        print('  '.join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
