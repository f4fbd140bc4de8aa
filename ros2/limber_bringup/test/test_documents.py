"""Every command of ros2 in the documents, as it is written there.

A block of commands that starts an arm (`ros2 launch … &`) is run as a block: the arm is started, and once its
controllers run, the other commands one after the other. A command in a sentence is run beside a compliant UR5e.
"""
import glob
import os
import re
import shlex
import subprocess

from configurations import SOURCE
from live_system import LiveSystem, wait_until
import pytest

# what is not run, and why not
NOT_RUN = {
    './run ros2': 'what runs here was built by it',
    'source build-ros2/install/setup.bash': 'this has been done',
    'ros2 param set': 'a name, no command',
    'ros2 param dump': 'a name, no command; test_parameter_files.py has it',
    'ros2 run limber_controllers cycle_time': 'wants a machine with nothing else to do',
}
UR = 'ros2 launch limber_bringup ur_admittance.launch.py &'
DOCUMENTS = sorted([os.path.join(SOURCE, 'README.md'), *glob.glob(os.path.join(SOURCE, 'docs', '*.md'))])


def without_comment(line):
    return re.sub(r'\s+#.*', '', line).strip()


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def blocks():
    """Return the blocks with a command of ros2, each once, as lists of lines."""
    found = []
    for path in DOCUMENTS:
        text = read(path)
        indented = re.findall(r'(?:^(?: {4}|\t).*\n)+', text, flags=re.MULTILINE)
        for block in re.findall(r'```[a-z]*\n(.*?)```', text, flags=re.DOTALL) + indented:
            lines = [without_comment(line) for line in block.splitlines() if without_comment(line)]
            if any(line.startswith('ros2 ') for line in lines) and lines not in found:
                found.append(lines)
    return found


def inline_commands():
    text = ''.join(re.sub(r'```.*?```', '', read(path), flags=re.DOTALL) for path in DOCUMENTS)
    return sorted({' '.join(command.split()) for command in re.findall(r'`(ros2 [^`]+)`', text)})


def launched(line):
    """Return the running system that a line of a document starts."""
    words = shlex.split(line)
    assert words[:3] == ['ros2', 'launch', 'limber_bringup'] and words[-1] == '&', line
    return LiveSystem(words[3], **dict(word.split(':=') for word in words[4:-1]))


def run(command):
    """Run a command, again if what it looks for has not been heard of yet."""
    said = []

    def tried():
        done = subprocess.run(['bash', '-c', command], capture_output=True, text=True, timeout=120, check=False)
        said[:] = [done, done.stdout + done.stderr]
        return done.returncode == 0 or not re.search('Node not found|Could not contact service', said[1])
    wait_until(tried, command)
    done, text = said
    assert done.returncode == 0, f'{command}\n{text}'
    assert not re.search('FAILED|MISSING|refused:|Unknown|Could not|not found', text), f'{command}\n{text}'
    return text


@pytest.mark.parametrize('block', blocks(), ids=lambda block: next(line for line in block if line.startswith('ros2')))
def test_block(block):
    commands = [line for line in block if line not in NOT_RUN]
    assert commands[0].startswith('ros2 launch '), 'a block starts the arm that its other commands need'
    with launched(commands[0]) as system:
        system.wait_until_spawned()
        for command in commands[1:]:
            assert command.startswith('ros2 '), command
            text = run(command)
            if 'list_controllers' in command:
                assert re.search(r'limber_controllers/\w+ +active', text), text


def test_commands_in_sentences():
    commands = [command for command in inline_commands() if command not in NOT_RUN]
    assert commands
    with launched(UR) as system:
        system.wait_until_spawned()
        for command in commands:
            run(command)


def test_what_is_not_run_is_in_the_documents():
    text = ''.join(read(path) for path in DOCUMENTS)
    assert [command for command in NOT_RUN if command not in text] == []
