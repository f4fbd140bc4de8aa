#!/usr/bin/env python3
"""Lead the arm to its start pose and see that it goes there gently, and never far from where it should be.

    ros2 run limber_bringup test_safe_startup.py

Where the controller has no stiffness, some is set for the time of the check. ON A REAL ROBOT it moves.
"""
import time

from geometry_msgs.msg import TwistStamped
from limber_bringup import check
from limber_msgs.msg import AdmittanceState
from limber_msgs.srv import SetStiffness
from std_srvs.srv import Trigger


class SafeStartup(check.Check):

    def __init__(self):
        super().__init__('test_safe_startup', test_duration=20.0, stiffness_service_timeout=5.0, update_rate=2.0,
                         error_threshold=0.2, goal_tolerance=0.005, stiffness=300.0)
        self.listen(TwistStamped, 'pose_error')
        self.listen(AdmittanceState, 'telemetry')
        self.before = None

    def error(self):
        """Return the distance of the arm from its reference, m."""
        v = self.latest('pose_error').twist.linear
        return (v.x ** 2 + v.y ** 2 + v.z ** 2) ** 0.5

    def speed(self):
        return sum(v ** 2 for v in self.latest('telemetry').twist_command[:3]) ** 0.5

    def watch(self):
        """Follow the arm until it has stood at its goal for half a second; return the largest error and speed."""
        largest, fastest, next_word, settled = 0.0, 0.0, 0.0, None
        begin = time.monotonic()
        while True:
            now, error, speed, state = time.monotonic(), self.error(), self.speed(), self.latest('telemetry')
            largest, fastest = max(largest, error), max(fastest, speed)
            if now >= next_word:
                next_word = now + 1.0 / self['update_rate']
                print(f'  {now - begin:5.1f} s: error {1000.0 * error:6.1f} mm, speed {1000.0 * speed:6.1f} mm/s, '
                      f'{state.state}', flush=True)
            if state.fault:
                raise check.CheckFailed(f'the controller stopped, {state.fault}')
            if error > self['error_threshold']:
                self.call(Trigger, 'hold')
                raise check.CheckFailed(f'{error:.3f} m from the reference, more than error_threshold '
                                        f"({self['error_threshold']:g} m): asked to hold")
            resting = error < self['goal_tolerance'] and speed < 0.001
            settled = (settled or now) if resting else None
            if settled and now - settled > 0.5:
                return largest, fastest
            if now - begin > self['test_duration']:
                raise check.CheckFailed(f"not there after {self['test_duration']:g} s: {error:.3f} m away")
            time.sleep(0.005)

    def run(self):
        self.wait(lambda: self.latest('pose_error') and self.latest('telemetry'), self['service_timeout'],
                  f"nothing comes from {self.topic('pose_error')}: is the controller active? "
                  '(ros2 launch limber_bringup ur_admittance.launch.py)')
        self.wait(lambda: self.latest('telemetry').state == 'running', 10.0, 'the controller does not run')
        before = list(self.latest('telemetry').stiffness)
        if min(before[:3]) < 1.0:
            self.before = before
            stiffness = [self['stiffness']] * 3 + [self['stiffness'] / 10.0] * 3
            self.call(SetStiffness, 'set_stiffness', self['stiffness_service_timeout'], stiffness=stiffness)
        print(self.call(Trigger, 'move_to_start_pose'))
        time.sleep(0.2)
        largest, fastest = self.watch()
        check.table(['', 'seen', 'allowed'],
                    [['largest distance from the reference', f'{1000.0 * largest:.1f} mm',
                      f"{1000.0 * self['error_threshold']:.1f} mm"],
                     ['largest speed', f'{1000.0 * fastest:.1f} mm/s', '-']])
        print('ok: at the start pose')
        return True

    def finish(self):
        if self.before:
            self.call(SetStiffness, 'set_stiffness', self['stiffness_service_timeout'], stiffness=self.before)


if __name__ == '__main__':
    check.main(SafeStartup)
