"""What goes wrong around a running AdmittanceController, and what the arm does then."""
import signal
import subprocess
import time

from compliant_ur import compliant_ur, no_bump, speed
from geometry_msgs.msg import PoseStamped, TransformStamped
from limber_msgs.srv import SetStiffness
from live_system import wait_until
import pytest
from tf2_msgs.msg import TFMessage

NAME = 'admittance_controller'


@pytest.fixture(scope='module')
def ur():
    with compliant_ur(NAME, publish_rate=250.0) as system:
        yield system


def heal(ur):
    ur.person.inject('none')
    ur.person.push()
    time.sleep(0.2)
    ur.ask(f'{NAME}/reset_fault')
    return ur.telemetry.next(lambda m: m.state == 'running')


@pytest.mark.parametrize('what, fault', [
    ('nan_joints', 'invalid_state'), ('nan_wrench', 'invalid_wrench'), ('freeze_wrench', 'stale_wrench'),
    ('freeze_joints', 'stale_state'), ('stall', None)])
def test_hardware_that_fails_in_motion(ur, what, fault):
    ur.person.push(y=15.0)
    ur.telemetry.next(lambda m: speed(m) > 0.05)
    ur.telemetry.forget()
    ur.person.inject(what)
    stopped = ur.telemetry.next(lambda m: m.state == 'faulted' and speed(m) == 0.0)
    assert stopped.fault == fault or fault is None and stopped.fault in ('tracking', 'stale_state'), stopped.fault
    no_bump(ur.telemetry.all())
    heal(ur)


def test_paused_and_scaled_robot(ur):
    """The speed slider and the pause button: slower, or standing, and nothing is owed afterwards."""
    ur.person.push(y=12.0)
    time.sleep(0.6)
    full = ur.telemetry.next()
    ur.person.scale(0.2)
    time.sleep(0.6)
    ur.telemetry.next(lambda m: abs(m.speed_scaling - 0.2) < 1e-6)
    slow = ur.telemetry.next()
    assert speed(slow) < speed(full)
    ur.person.scale(0.0)
    ur.wait_for_log('paused')
    standing = ur.telemetry.next(lambda m: speed(m) == 0.0)
    time.sleep(1.0)
    later = ur.telemetry.next()
    assert standing.q_command == later.q_command and later.fault == ''
    ur.person.push()
    time.sleep(0.3)  # topics have no order among each other
    ur.telemetry.forget()
    ur.person.scale(1.0)
    after = ur.telemetry.next(lambda m: m.state == 'running')  # its stiffness comes back from nothing
    assert max(abs(a - b) for a, b in zip(after.q_command, later.q_command)) < 0.02
    no_bump(ur.telemetry.all())


def test_tf_that_stops(ur):
    """A pose in a frame whose transform is old is refused; the arm stays where it is."""
    answer = ur.call(SetStiffness, f'{NAME}/set_stiffness', stiffness=[300.0] * 3 + [30.0] * 3)
    assert answer.success, answer.message
    ur.ask(f'{NAME}/reset_desired_pose')
    desired = ur.ear(PoseStamped, f'{NAME}/desired_pose')
    here = desired.next().pose
    tf = ur.mouth(TFMessage, '/tf')
    transform = TransformStamped()
    transform.header.frame_id = 'base_link'
    transform.child_frame_id = 'camera'
    transform.transform.rotation.w = 1.0

    def broadcast():
        transform.header.stamp = ur.node.get_clock().now().to_msg()
        tf.publish(TFMessage(transforms=[transform]))
    timer = ur.node.create_timer(0.02, broadcast)
    time.sleep(0.3)
    pose = PoseStamped()
    pose.header.frame_id = 'camera'
    pose.pose = here
    pose.pose.position.z += 0.02
    wanted = pose.pose.position.z
    mouth = ur.mouth(PoseStamped, f'{NAME}/set_desired_pose')

    def taken():
        """On a busy machine even a transform of every 20 ms may be 0.1 s old."""
        mouth.publish(pose)
        time.sleep(0.2)
        return abs(desired.next().pose.position.z - wanted) < 1e-4
    wait_until(taken, 'the pose taken')
    timer.cancel()
    time.sleep(1.2)
    log = len(ur.log())
    pose.pose.position.z += 0.02
    mouth.publish(pose)
    ur.wait_for_log('it must not be older than 0.1 s', log)
    ur.wait_for_log('has stopped', log)
    assert abs(desired.next().pose.position.z - wanted) < 1e-4
    ur.call(SetStiffness, f'{NAME}/set_stiffness', stiffness=[0.0] * 6)


def test_stuck_subscriber(ur):
    """Somebody subscribes reliably and then sleeps for ever: the cycles go on, and the others hear."""
    # With its type named: without, `ros2 topic echo` ends at once if it has not heard of the publisher yet.
    listener = subprocess.Popen(['ros2', 'topic', 'echo', '--qos-reliability', 'reliable', '--qos-history', 'keep_all',
                                 f'/{NAME}/telemetry', 'limber_msgs/msg/AdmittanceState'], stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: ur.node.count_subscribers(f'/{NAME}/telemetry') > 1, 'a second subscriber')
        time.sleep(0.5)
        listener.send_signal(signal.SIGSTOP)
        begin = ur.telemetry.next()
        time.sleep(3.0)
        end = ur.telemetry.next()
        cycles = (end.cycle - begin.cycle) / (end.time - begin.time)
        assert cycles > 0.9 * 500.0, f'{cycles} cycles a second'
        assert end.fault == ''
    finally:
        listener.kill()
        listener.wait()


def test_switched_off_in_motion(ur):
    ur.person.push(y=15.0)
    moving = ur.telemetry.next(lambda m: speed(m) > 0.05)
    assert ur.switch(off=[NAME])
    ur.person.push()
    time.sleep(0.5)
    standing = ur.joints()
    time.sleep(0.5)
    assert max(abs(a - b) for a, b in zip(standing, ur.joints())) < 1e-6
    ur.telemetry.forget()
    assert ur.switch(on=[NAME])
    started = ur.telemetry.next()
    assert started.fault == ''
    ur.telemetry.next(lambda m: m.state == 'running')
    assert max(abs(q - c) for q, c in zip(started.q, started.q_command)) < 1e-3
    assert max(map(abs, moving.q)) > 0.0


def test_sleeping_process_is_an_overrun(ur):
    """The whole process is stopped for a third of a second: it goes on without a jump."""
    before = ur.telemetry.next()
    ur.stop_for(0.3)
    time.sleep(0.3)
    after = ur.telemetry.next()
    assert after.overruns > before.overruns
    assert max(abs(a - b) for a, b in zip(before.q_command, after.q_command)) < 1e-3
    if after.fault:
        heal(ur)
