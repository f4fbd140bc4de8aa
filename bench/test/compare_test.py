"""bench/compare on hand-made results: equal, worse, better, within noise, a missing figure, broken files."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

COMPARE = pathlib.Path(__file__).resolve().parent.parent / "compare"


def value(middle, low=None, high=None):
    return {"value": middle, "low": low, "high": high}


RESULT = {
    "schema": 1, "date": "2026-01-01T000000", "commit": "abc", "machine": {"processor": "p"}, "compiler": "c", "flags": "f",
    "figures": [
        {"id": "cycle.a", "group": "cycles", "name": "A", "unit": "us", "better": "lower",
         "values": {"p50": value(3.0, 2.9, 3.1), "max": value(50.0)}},
        {"id": "simulation", "group": "sim", "name": "speed", "unit": "x", "better": "higher",
         "values": {"value": value(100.0, 95.0, 105.0)}},
        {"id": "counts", "group": "counts", "name": "allocations", "unit": "a cycle", "better": "lower",
         "values": {"value": value(0.0, 0.0, 0.0)}},
    ],
}


class Compare(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def compare(self, change=None, text=None):
        """RESULT against a copy that `change` was applied to, or against `text`: exit code and everything printed."""
        new = copy.deepcopy(RESULT)
        if change:
            change(new)
        old_path, new_path = self.directory / "old.json", self.directory / "new.json"
        old_path.write_text(json.dumps(RESULT))
        new_path.write_text(json.dumps(new) if text is None else text)
        run = subprocess.run([sys.executable, COMPARE, old_path, new_path], capture_output=True, text=True, check=False)
        return run.returncode, run.stdout + run.stderr

    def with_value(self, index, key, new_value):
        return self.compare(lambda result: result["figures"][index]["values"].update({key: new_value}))

    def test_equal_results_are_not_worse(self):
        code, text = self.compare()
        self.assertEqual(code, 0, text)
        self.assertIn("Nothing became worse", text)

    def test_slower_beyond_both_spreads_is_worse(self):
        code, text = self.with_value(0, "p50", value(3.4, 3.3, 3.5))
        self.assertEqual(code, 1, text)
        self.assertIn("WORSE beyond noise: cycle.a p50", text)

    def test_faster_is_better(self):
        code, text = self.with_value(0, "p50", value(2.0, 1.9, 2.1))
        self.assertEqual(code, 0, text)
        self.assertIn("BETTER", text)

    def test_overlapping_spreads_are_noise(self):
        code, text = self.with_value(0, "p50", value(3.4, 3.0, 3.8))
        self.assertEqual(code, 0, text)

    def test_less_than_a_twentieth_is_noise(self):
        code, text = self.with_value(0, "p50", value(3.14, 3.12, 3.15))
        self.assertEqual(code, 0, text)

    def test_less_of_what_should_be_more_is_worse(self):
        code, text = self.with_value(1, "value", value(80.0, 78.0, 82.0))
        self.assertEqual(code, 1, text)
        self.assertIn("simulation", text)

    def test_more_of_what_should_be_more_is_better(self):
        code, text = self.with_value(1, "value", value(150.0, 140.0, 160.0))
        self.assertEqual(code, 0, text)

    def test_one_allocation_where_there_was_none_is_worse(self):
        code, text = self.with_value(2, "value", value(1.0, 1.0, 1.0))
        self.assertEqual(code, 1, text)

    def test_a_value_without_blocks_is_not_judged(self):
        code, text = self.with_value(0, "max", value(5000.0))
        self.assertEqual(code, 0, text)

    def test_a_missing_figure_is_named(self):
        code, text = self.compare(lambda result: result["figures"].pop(1))
        self.assertEqual(code, 0, text)
        self.assertIn("Only in old: simulation", text)

    def test_another_machine_is_said(self):
        code, text = self.compare(lambda result: result["machine"].update(processor="q"))
        self.assertEqual(code, 0, text)
        self.assertIn("Not the same machine", text)

    def test_a_busy_machine_is_said(self):
        busy = {"id": "machine.load", "group": "machine", "name": "load", "unit": "", "better": "neither",
                "values": {"value": value(4.0)}}
        code, text = self.compare(lambda result: result["figures"].append(busy))
        self.assertEqual(code, 0, text)
        self.assertIn("busy in the new run", text)
        self.assertNotIn("busy in the old run", text)

    def test_broken_files_are_refused_with_a_sentence(self):
        for text in ("", "{", "[]", '{"schema": 7}', '{"schema": 1}', '{"schema": 1, "figures": [{"id": "x"}]}',
                     '{"schema": 1, "figures": [{"id": "x", "values": {"p50": {}}}]}'):
            code, said = self.compare(text=text)
            self.assertEqual(code, 2, said)
            self.assertIn("new.json", said)
            self.assertNotIn("Traceback", said)

    def test_a_file_that_is_not_there_is_refused(self):
        run = subprocess.run([sys.executable, COMPARE, "no.json", "no.json"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("no.json", run.stderr)


if __name__ == "__main__":
    unittest.main()
