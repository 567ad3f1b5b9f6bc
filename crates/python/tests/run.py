"""Runs the tests of the package, with output in the format of Rust's tests.

python crates/python/tests/run.py [PATTERN]
"""

import os
import sys
import time
import unittest


class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.passed = 0

    def _said(self, test, what):
        print(f"test {test.id()} ... {what}", flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1
        self._said(test, "ok")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._said(test, f"ignored: {reason}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._said(test, "FAILED")

    def addError(self, test, err):
        super().addError(test, err)
        self._said(test, "FAILED")

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._said(subtest, "FAILED")


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else "test_*.py"
    suite = unittest.TestLoader().discover(os.path.dirname(os.path.abspath(__file__)), pattern)
    began = time.monotonic()
    result = Result()
    suite.run(result)
    bad = result.failures + result.errors
    for test, trace in bad:
        print(f"\n{test.id()}\n{trace}")
    took = time.monotonic() - began
    word = "FAILED" if bad else "ok"
    counts = f"{result.passed} passed; {len(bad)} failed; {len(result.skipped)} ignored"
    print(f"\ntest result: {word}. {counts}; finished in {took:.2f}s")
    return 1 if bad or result.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
