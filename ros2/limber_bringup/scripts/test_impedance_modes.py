#!/usr/bin/env python3
"""Push the arm in each mode and see how it yields: free, held by a spring, and both at once.

    ros2 run limber_bringup test_impedance_modes.py --ros-args -p force_topic:=/ur5e/push

Each mode begins where the arm stood before the first: a free arm is let go after `travel` m, and led back.

The force goes to `force_topic` (geometry_msgs/WrenchStamped): /ft_sensor_readings where the controller takes its wrench
from there, or the hand of a simulated arm, /ur5e/push. ON A REAL ROBOT the first moves it as if it were pushed.
"""
import math
import random
import time

from geometry_msgs.msg import PoseStamped, WrenchStamped
from limber_bringup import check
from limber_msgs.msg import AdmittanceState
from limber_msgs.srv import SetStiffness
from std_srvs.srv import Trigger

# name, stiffness along the push, and whether it comes back
MODES = [('pure admittance', 0.0, False), ('impedance', 400.0, True), ('soft impedance', 100.0, True)]
NOISE = 0.01  # N: readings that never change are those of a dead sensor
STILL = 0.002  # m/s
LEADING = [400.0] * 3 + [50.0] * 3  # N/m, N m/rad
NEAR = 0.005  # m


class ImpedanceModes(check.Check):

    def __init__(self):
        super().__init__('test_impedance_modes', test_force=20.0, test_duration=2.0, travel=0.1,
                         stiffness_service_timeout=5.0, force_topic='/ft_sensor_readings', update_rate=2.0,
                         error_threshold=0.2)
        self.listen(PoseStamped, 'current_pose')
        self.listen(AdmittanceState, 'telemetry')
        self.force = 0.0
        self.hand = self.create_publisher(WrenchStamped, self['force_topic'], 10)
        self.create_timer(0.01, self.push)
        self.lead = self.create_publisher(PoseStamped, self.topic('set_desired_pose'), 10)
        self.before = None

    def push(self):
        message = WrenchStamped()
        message.header.stamp = self.get_clock().now().to_msg()
        message.wrench.force.y = self.force + random.uniform(-NOISE, NOISE)
        self.hand.publish(message)

    def set_stiffness(self, stiffness):
        """Ask for it, and wait until the arm has it: it comes as fast as its limits and its energy allow."""
        self.call(SetStiffness, 'set_stiffness', self['stiffness_service_timeout'], stiffness=stiffness)

        def there():
            now = self.latest('telemetry').stiffness
            return all(abs(a - b) <= 0.01 * b for a, b in zip(now, stiffness))
        self.wait(there, 20.0, f'the stiffness does not become {stiffness} within 20 s')

    def position(self):
        p = self.latest('current_pose').pose.position
        return (p.x, p.y, p.z)

    def moved(self, start):
        return sum((a - b) ** 2 for a, b in zip(self.position(), start)) ** 0.5

    def stand_still(self):
        def still():
            return max(abs(v) for v in self.latest('telemetry').twist_command[:3]) < STILL
        time.sleep(0.3)
        self.wait(still, 10.0, 'the arm does not come to rest within 10 s')

    def lead_to(self, pose):
        """Bring the arm back to a pose, by a spring."""
        self.set_stiffness(LEADING)

        def there():
            self.lead.publish(pose)
            p = pose.pose.position
            return self.moved((p.x, p.y, p.z)) < NEAR
        self.wait(there, 20.0, 'the arm does not come back to where it stood within 20 s')
        self.stand_still()

    def watch(self, seconds, name, start, travel=math.inf):
        """Tell how far it is, `update_rate` times a second; return the farthest. It ends early `travel` m away."""
        farthest, next_word, end = 0.0, 0.0, time.monotonic() + seconds
        while time.monotonic() < end and farthest < travel:
            farthest = max(farthest, self.moved(start))
            if time.monotonic() >= next_word:
                next_word = time.monotonic() + 1.0 / self['update_rate']
                print(f'  {name}: {1000.0 * self.moved(start):6.1f} mm with {self.force:g} N', flush=True)
            state = self.latest('telemetry')
            if state.fault:
                raise check.CheckFailed(f'{name}: the controller stopped, {state.fault}; ~/reset_fault starts it again')
            time.sleep(0.005)
        return farthest

    def try_mode(self, name, stiffness, comes_back):
        self.set_stiffness([stiffness] * 3 + [50.0] * 3)
        self.call(Trigger, 'reset_desired_pose')
        self.stand_still()
        start = self.position()
        self.force = self['test_force']
        farthest = self.watch(self['test_duration'], name, start, math.inf if comes_back else self['travel'])
        self.force = 0.0
        self.watch(1.0, name, start)
        self.stand_still()
        left = self.moved(start)
        expected = self['test_force'] / stiffness if stiffness else None
        ok = farthest > 0.001 and left <= self['error_threshold'] * farthest if comes_back else left > 0.001
        if expected:
            ok = ok and farthest <= (1.0 + self['error_threshold']) * expected
        return [name, f'{stiffness:g}', f'{1000.0 * farthest:.1f}', f'{1000.0 * expected:.1f}' if expected else '-',
                f'{1000.0 * left:.1f}', 'ok' if ok else 'FAILED']

    def run(self):
        self.wait(lambda: self.latest('current_pose') and self.latest('telemetry'), self['service_timeout'],
                  f"nothing comes from {self.topic('current_pose')}: is the controller active? "
                  '(ros2 launch limber_bringup ur_admittance.launch.py)')
        self.wait(lambda: self.hand.get_subscription_count() > 0, self['service_timeout'],
                  f"nobody listens to {self['force_topic']}; with a simulated UR5e: -p force_topic:=/ur5e/push")
        self.wait(lambda: self.latest('telemetry').state == 'running', 10.0, 'the controller does not run')
        self.before = list(self.latest('telemetry').stiffness)
        home = self.latest('current_pose')
        rows = []
        for mode in MODES:
            rows.append(self.try_mode(*mode))
            self.lead_to(home)
        check.table(['mode', 'N/m', 'yielded mm', 'spring says mm', 'left after release mm', ''], rows)
        return all(row[-1] == 'ok' for row in rows)

    def finish(self):
        self.force = 0.0
        self.push()
        if self.before:
            self.set_stiffness(self.before)


if __name__ == '__main__':
    check.main(ImpedanceModes)
