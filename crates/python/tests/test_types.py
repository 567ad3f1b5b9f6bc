"""The stubs match the Rust module, the package is fully typed, and everything public has a docstring."""

import importlib
import inspect
import os
import pathlib
import pkgutil
import subprocess
import sys
import unittest

import upcard

PACKAGE = pathlib.Path(upcard.__file__).parent
SETTINGS = str(pathlib.Path(__file__).parents[1] / "pyproject.toml")


def checked(*arguments):
    """Runs one of mypy's programs in the package's folder, to check these sources instead of an installed copy."""
    environment = {**os.environ, "MYPY_CACHE_DIR": str(PACKAGE.parent / ".mypy_cache")}
    command = [sys.executable, "-m", *arguments]
    done = subprocess.run(command, cwd=PACKAGE.parent, env=environment, capture_output=True, text=True, timeout=500)
    return done.returncode, done.stdout + done.stderr


class Types(unittest.TestCase):
    def test_the_stubs_are_those_of_the_module(self):
        self.assertTrue((PACKAGE / "py.typed").exists())
        code, said = checked("mypy.stubtest", "upcard._native", "--mypy-config-file", SETTINGS, "--concise")
        self.assertEqual(code, 0, said)

    def test_the_package_has_types(self):
        code, said = checked("mypy", "--config-file", SETTINGS, "-p", "upcard")
        self.assertEqual(code, 0, said)

    def test_everything_public_has_a_docstring(self):
        bare = []
        for found in pkgutil.iter_modules(upcard.__path__, "upcard."):
            module = importlib.import_module(found.name)
            if not module.__doc__:
                bare.append(found.name)
            for name, thing in vars(module).items():
                if name.startswith("_") or getattr(thing, "__module__", None) not in (module.__name__, "upcard"):
                    continue
                if not inspect.isclass(thing) and not inspect.isroutine(thing):
                    continue
                if not thing.__doc__:
                    bare.append(f"{found.name}.{name}")
                if inspect.isclass(thing):
                    bare += [
                        f"{found.name}.{name}.{part}"
                        for part, value in vars(thing).items()
                        if not part.startswith("_")
                        and (inspect.isroutine(value) or inspect.isgetsetdescriptor(value) or isinstance(value, property))
                        and not inspect.getdoc(getattr(thing, part))
                    ]
        self.assertEqual(bare, [])


if __name__ == "__main__":
    unittest.main()
