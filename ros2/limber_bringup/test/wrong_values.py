"""Values of every wrong kind for a parameter, made from what its page of docs/ says is allowed."""
import math
import re

NAN, INFINITY = math.nan, math.inf
LENGTHS = [0, 1, 2, 5, 7, 35, 37, 1000]


def wrong_values(words, joints):
    """Return wrong values of a parameter that `words` say what is allowed of.

    An arm has so many `joints`; None: there is none yet, and what is wrong for an arm alone is not wrong yet.
    """
    if words == 'true or false':
        return ['maybe', '', 3, 0.5, NAN, [], [True, True], [b'a'], None]
    if words.startswith('a text'):
        return [5, 1.5, NAN, True, [], ['a', 'b'], [b'a'], None, *(['nope'] if ',' in words else [])]
    if words.startswith(('a number', 'a whole number')):
        part = [1.5] if 'whole' in words else []
        return [*_wrong_numbers(words), *part, 'many', '1', '', True, [], [1.0, 2.0], [b'a'], None]
    return _wrong_lists(words, joints)


def _wrong_numbers(words):
    """Return numbers that are none, or out of bounds."""
    numbers = [NAN]
    if not re.search(r'(^|[^-])\.inf', words):
        numbers.append(INFINITY)
    if '-.inf' not in words:
        numbers.append(-INFINITY)
    bounds = re.search(r'(from|above) ([-\d.e+]+),? (?:to|and at most|and below) ([-\d.e+]+)', words)
    if bounds:
        low, high = float(bounds.group(2)), float(bounds.group(3).rstrip('.'))
        numbers += [low - 1.0 - abs(low), 2.0 * abs(high) + 1.0, *([low] if bounds.group(1) == 'above' else [])]
    elif words == 'a number, 1 or -1':
        numbers += [0.0, 2.0]
    else:
        assert ' a number' not in words, f'what are the bounds in "{words}"?'
    return numbers


def _wrong_lists(words, joints):
    right = _lengths(words, joints)
    if 'true or false' in words:
        fine, elements = True, ['maybe', 3, 0.5, NAN]
    elif 'number' in words:
        fine, elements = 1.5, [*_wrong_numbers(words), 'many', True]
    else:
        fine, elements = 'nope', [5, 1.5, NAN, True]  # no interface or joint is called that
        right = None if joints is None else [0] if '[]' in words else []
    wrong = [[fine] * n for n in LENGTHS if right is not None and n not in right]
    length = max(right or [1]) or joints or 1
    lists = [[element] * length for element in elements]
    crooked = [1.0 if i % 7 == 0 else 0.5 if i == 1 else 0.0 for i in range(36)]
    return [*wrong, *lists, *([crooked] if 'symmetric' in words else []), 'nope', '', [b'a'], None]


def _lengths(words, joints):
    """Return how many elements a list may have; None: any number of them."""
    if words.startswith('a list of numbers') or joints is None and 'joint' in words:
        return None
    if words.startswith('one number for all joints'):
        return [0, 1, joints]
    if words.startswith('[], or one number per joint'):
        return [0, joints] if joints >= 7 else [0]
    if words.startswith('4 numbers per plane'):
        return [4 * n for n in range(17)]
    counts = re.findall(r'(?:^| or )(\d+)(?= (?:numbers|times|\()|,)', words)
    assert counts or 'number' not in words, f'how many are "{words}"?'
    return [int(count) for count in counts]
