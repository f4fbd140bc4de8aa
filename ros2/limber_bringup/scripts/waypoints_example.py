#!/usr/bin/env python3
"""Send an OpenManipulator-X ten waypoints a second along a small circle, relative to where it is on its path.

    ros2 run limber_bringup waypoints_example.py --ros-args -p duration:=10.0

They come faster than the arm can visit each, so waypoint_policy is `latest` for that time: a newer one takes the place
of those before. What became of them is counted from the controller's state.
"""
import math
import time

from geometry_msgs.msg import PoseStamped
from limber_bringup import check
from limber_msgs.msg import VariableStiffnessState


class Waypoints(check.Check):

    def __init__(self):
        super().__init__('waypoints_example', controller='/omx/variable_stiffness_controller', rate=10.0,  # Hz
                         duration=10.0, radius=0.02)  # s, m
        self.listen(VariableStiffnessState, 'state')
        self.publisher = self.create_publisher(PoseStamped, self.topic('waypoint_command'), 100)
        self.policy = None

    def waypoint(self, number):
        angle = 2.0 * math.pi * number / (2.0 * self['rate'])  # once around in 2 s
        waypoint = PoseStamped()
        waypoint.header.stamp = self.get_clock().now().to_msg()
        waypoint.header.frame_id = 'offset'  # or 'absolute', in the frame of the arm's root link
        waypoint.pose.position.y = self['radius'] * math.cos(angle)
        waypoint.pose.position.z = self['radius'] * math.sin(angle)
        return waypoint

    def counted(self):
        """Return how many the controller has taken and refused."""
        state = self.latest('state')
        return state.waypoints_taken, state.waypoints_refused

    def greet(self):
        """Send the first until it is taken: a publisher may know of a subscriber before the subscriber knows of it."""
        taken = self.counted()[0]
        for _ in range(int(self['service_timeout'])):
            self.publisher.publish(self.waypoint(0))
            try:
                return self.wait(lambda: self.counted()[0] > taken, 1.0, '')
            except check.CheckFailed:
                pass
        raise check.CheckFailed(f"{self.topic('waypoint_command')} takes nothing; ros2_control_node's log says why")

    def send_all(self, count):
        begin = time.monotonic()
        for number in range(count):
            time.sleep(max(0.0, begin + number / self['rate'] - time.monotonic()))
            self.publisher.publish(self.waypoint(number))

    def run(self):
        self.wait(lambda: self.latest('state') and self.publisher.get_subscription_count() > 0, self['service_timeout'],
                  f"nothing comes from {self.topic('state')}: is the controller active? "
                  '(ros2 launch limber_bringup variable_stiffness_control.launch.py)')
        self.policy = self.get_parameter_of('waypoint_policy')
        self.set_parameter_of('waypoint_policy', 'latest')
        self.greet()
        count = int(self['duration'] * self['rate'])
        before = self.counted()
        self.send_all(count)

        def refused():
            return self.counted()[1] - before[1]

        def all_counted():
            return self.counted()[0] - before[0] + refused() >= count
        try:
            self.wait(all_counted, self['service_timeout'], '')
        except check.CheckFailed:
            pass  # some were lost on their way
        taken = self.counted()[0] - before[0]
        print(f'{count} waypoints sent, {taken} taken, {refused()} refused')
        return taken == count and refused() == 0

    def finish(self):
        if self.policy:
            self.set_parameter_of('waypoint_policy', self.policy)


if __name__ == '__main__':
    check.main(Waypoints)
