"""Parameter files of the tests: those of limber_bringup, with changes."""
import os
import re
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


def _rows(name):
    """Return the rows of a page of docs/ that is made from core's schema: the names of a parameter, and its cells."""
    with open(os.path.join(SOURCE, 'docs', name), encoding='utf-8') as file:
        text = file.read()
    rows = [line.split(' | ') for line in text.splitlines() if line.startswith('| `')]
    return [(names, row) for row in rows for names in _named(re.findall(r'`([^`]+)`', row[0]), text)]


def _named(names, text):
    """Return the names of a row of a page: of each group where, as its head says, one stands for several."""
    group = names[0].split('.')[0]
    several = re.search(rf'`{group}` stands for `{group}` to `{group[:-1]}(\d+)`', text)
    if not several:
        return [names]
    return [[name.replace(group, f'{group[:-1]}{i}', 1) for name in names] for i in range(1, 1 + int(several[1]))]


def documented(name):
    """Return the parameters that a page of docs/ has: whether each may change live."""
    return {names[0]: row[4] == 'yes' for names, row in _rows(name)}


def allowed(name):
    """Return of each parameter, under its other names too, its own name and what it may be, in words."""
    return {known: (names[0], row[3]) for names, row in _rows(name) for known in names}


def changed(value):
    """Return something else of the same kind."""
    if value is None:
        return 1.0
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return 1.1 * value
    if isinstance(value, str):
        return 'nonsense'
    return [changed(item) for item in value] or [1.0]
