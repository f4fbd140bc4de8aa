#!/usr/bin/env python3
"""Send an OpenManipulator-X ten waypoints a second along a small circle, relative to where it is on its path.

    ros2 run limber_bringup waypoints_example.py --ros-args -p duration:=10.0
"""
import math

from geometry_msgs.msg import PoseStamped
import rclpy
from rclpy.node import Node


class Waypoints(Node):

    def __init__(self):
        super().__init__('waypoints_example')
        controller = self.declare_parameter('controller', '/omx/variable_stiffness_controller').value
        self.rate = self.declare_parameter('rate', 10.0).value          # Hz
        self.duration = self.declare_parameter('duration', 10.0).value  # s
        self.radius = self.declare_parameter('radius', 0.02).value      # m
        self.sent = 0
        self.publisher = self.create_publisher(PoseStamped, f'{controller}/waypoint_command', 10)
        self.create_timer(1.0 / self.rate, self.send)

    def send(self):
        if self.publisher.get_subscription_count() == 0:
            self.get_logger().info('waiting for the controller', throttle_duration_sec=2.0)
            return
        angle = 2.0 * math.pi * self.sent / (2.0 * self.rate)  # once around in 2 s
        waypoint = PoseStamped()
        waypoint.header.stamp = self.get_clock().now().to_msg()
        waypoint.header.frame_id = 'offset'  # or 'absolute', in the frame of the arm's root link
        waypoint.pose.position.y = self.radius * math.cos(angle)
        waypoint.pose.position.z = self.radius * math.sin(angle)
        self.publisher.publish(waypoint)
        self.sent += 1
        if self.sent >= self.duration * self.rate:
            print(f'{self.sent} waypoints sent')
            raise SystemExit(0)


if __name__ == '__main__':
    rclpy.init()
    try:
        rclpy.spin(Waypoints())
    except KeyboardInterrupt:
        pass
    finally:
        rclpy.try_shutdown()
