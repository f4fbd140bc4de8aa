"""Parameter files of the tests: those of limber_bringup, with changes."""
import os
import tempfile

from ament_index_python.packages import get_package_share_directory
import yaml

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))


def installed(name):
    """Return limber_bringup's own parameters, read."""
    with open(os.path.join(get_package_share_directory('limber_bringup'), 'config', name), encoding='utf-8') as file:
        return yaml.safe_load(file)


def parameters_file(parameters, name=None, **changes):
    """Return the path of a file with `parameters`; `changes` go into those of controller `name`."""
    if name:
        parameters[name]['ros__parameters'].update(changes)
    file = tempfile.NamedTemporaryFile('w', prefix='limber_', suffix='.yaml', delete=False)
    with file:
        yaml.safe_dump(parameters, file)
    return file.name
