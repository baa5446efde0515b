"""The only place that configures numba: how functions are compiled, and where the compiled code is kept.

`phase` is for functions inlined into a kernel, `entry` for the few that Python calls. With NUMBA_DISABLE_JIT=1 both leave the function
as it is, plain Python on NumPy rows.

Numba's own disk cache looks at the file of the cached function only, and would serve stale code after an edit to anything that function
calls. So the cache directory is keyed by everything the machine code depends on, and old ones are cleared away.
"""

import functools
import gc
import hashlib
import os
import platform
import shutil
import stat
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm
import numba
import numpy
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

#: Whether numba is switched off, so that every function runs as plain Python.
INTERPRETED = bool(config.DISABLE_JIT)

#: No reference counting; division as in NumPy, without exceptions; no second wrapper for callers in C, which takes a tenth of compiling.
_OPTIONS = {"_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}

_PACKAGE = Path(__file__).parent
#: Rooms that no compiled code comes from or reaches (the import contract holds it), so that an edit there costs no compilation.
_ROOMS_WITHOUT_COMPILED_CODE = ("cli", "editions", "files", "questions", "races", "reference", "report", "simulate", "stages", "statistics")
_CACHES_KEPT = 4
_YOUNG = 24 * 3600.0
#: Variables of numba's that say where or whether it compiles, but not what.
_HARMLESS_VARIABLES = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_NUM_THREADS", "NUMBA_DEBUG_CACHE"}


def phase(function):
    """Compile for use inside other compiled functions, inlined there, with no reference counting.

    A phase neither allocates, nor slices, nor raises; it may take and return rows, masks, numbers, and tuples of them. Python cannot call
    a compiled phase; `uncached_entry` makes one that it can.
    """
    return numba.njit(forceinline=True, no_cpython_wrapper=True, pipeline_class=_PhaseCompiler, **_OPTIONS)(function)


class _PlainLibrary(JITCodeLibrary):
    """Code as LLVM reads it: nothing is optimised as it comes in, only the whole in the end."""

    def add_llvm_module(self, module):
        """Take the code as it is."""
        self._final_module.link_in(module)


class _PhaseLibrary(_PlainLibrary):
    """A phase's own code, never turned into machine code by itself: that happens once, in the entry it is inlined into.

    With nested phases numba would otherwise optimise and copy the innermost once for every level.
    """

    def finalize(self):
        """The phases that this one calls are gathered by the entry; whoever gathers them may meet this one several times."""
        self._raise_if_finalized()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = llvm.Linkage.linkonce_odr
        self._finalized = True

    def own_module(self):
        """This phase alone."""
        self._ensure_finalized()
        return self._final_module

    def _get_module_for_linking(self):
        """This phase and all that it calls, for code that numba compiles in its own way, such as callbacks."""
        if self._shared_module is None:
            module = self.own_module().clone()
            _link_called(self, module)
            self._shared_module = module
        return self._shared_module

    def get_pointer_to_function(self, name):
        """There is no machine code to point to."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self):
        """Stands in for the code generator where numba hands over the environment, which only code that raises would read."""
        return _NoEnvironment


def _link_called(library, module):
    """Link into a module all that the library's code calls, directly or not, each once."""
    found, waiting = set(), [library]
    while waiting:
        for called in waiting.pop()._linking_libraries:
            if called not in found:
                found.add(called)
                waiting.append(called)
                library._reload_init.update(called._reload_init)
                own = called.own_module() if isinstance(called, _PhaseLibrary) else called._get_module_for_linking()
                module.link_in(own, preserve=True)


class _EntryLibrary(_PlainLibrary):
    """An entry's code, with that of all its phases in it."""

    def finalize(self):
        """Gather all phases, inline them, optimise the whole, and make machine code of it."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        _link_called(self, self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def _optimize_final_module(self):
        """Simplify every phase, inline them all, and only then do what takes long, once where numba does it twice.

        Loops are not made vectors of, since rows are vectors already. They are unrolled: it takes some seconds of compiling, and without it
        four teams of the default policy ride a tenth slower.
        """
        if not hasattr(llvm, "create_pipeline_tuning_options"):  # an older llvmlite
            super()._optimize_final_module()
            return
        options = llvm.create_pipeline_tuning_options(speed_level=int(config.OPT))
        options.loop_vectorization, options.slp_vectorization, options.loop_unrolling = False, False, True
        builder = llvm.create_pass_builder(self._codegen._tm, options)
        inlining = llvm.create_new_module_pass_manager()
        inlining.add_sroa_pass()
        inlining.add_simplify_cfg_pass()
        inlining.add_always_inliner_pass()
        inlining.add_global_dead_code_eliminate_pass()
        for passes in (inlining, builder.getModulePassManager()):
            passes.run(self._final_module, builder)


class _NoEnvironment:
    @staticmethod
    def set_env(name, environment):
        """Nothing to set: a phase never raises."""


class _EntryCompiler(Compiler):
    """Numba's own compiler; it makes millions of objects that all live on, which Python's collector would look through again and again."""

    def define_pipelines(self):
        """As numba does, with a library that optimises once."""
        self.state.library = _EntryLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        self.state.library.enable_object_caching()
        return super().define_pipelines()

    def compile_extra(self, function):
        """As numba does, with the collector off."""
        was_on = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if was_on:
                gc.enable()


class _PhaseCompiler(Compiler):
    """Numba's own compiler, with a library that is kept for inlining."""

    def define_pipelines(self):
        """As numba does, once the library is there."""
        self.state.library = _PhaseLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


def entry(function):
    """Compile for calls from Python, without the interpreter lock, and keep the machine code on disk.

    Its arguments are arrays, NamedTuples of arrays and numbers; every type must be one that numba can find again in another process.
    """
    with _numba_caching_in(cache_directory()):
        return numba.njit(nogil=True, cache=True, pipeline_class=_EntryCompiler, **_OPTIONS)(_plain(function))


def uncached_entry(function):
    """Like `entry`, for code that reaches outside this package, such as a test or a user's policy: edits there would not be noticed."""
    return numba.njit(nogil=True, pipeline_class=_EntryCompiler, **_OPTIONS)(_plain(function))


def _plain(function):
    """The Python function itself, of a phase too: so `uncached_entry(some_phase)` lets Python call one phase by itself."""
    return getattr(function, "py_func", function)


def users_function(function):
    """Compile a user's function, or the few lines round it, for use in a `callback`: its mistakes raise, as they do in Python.

    Called from Python it lets go of the interpreter lock, so that others go on, whatever it does.
    """
    return numba.njit(boundscheck=True, forceinline=True, nogil=True)(function)


def callback(function, signature, *, cached):
    """Compile for calls by address, as C calls: a numba CFunc, whose `address` it is. Only code of this package may be kept on disk."""
    with _numba_caching_in(cache_directory()):
        return numba.cfunc(signature, cache=cached)(function)


@functools.cache
def cache_directory():
    """The directory of compiled code for exactly these sources, library versions, processor and numba switches; created if need be."""
    name = f"code-{_fingerprint()}"
    for parent in _cache_parents():
        directory = parent / name
        with suppress(OSError):
            is_new = not directory.is_dir()
            directory.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=directory).close()
            os.utime(directory)
            if is_new:
                _remove_old_caches(parent)
            return directory
    return Path(tempfile.mkdtemp(prefix="fr-sim-"))


def _fingerprint():
    """A hash of all that decides the machine code: about two milliseconds."""
    digest = hashlib.blake2b(digest_size=10)
    for source in sorted(_PACKAGE.rglob("*.py")):
        if source.relative_to(_PACKAGE).parts[0] in _ROOMS_WITHOUT_COMPILED_CODE:
            continue
        digest.update(f"{source.relative_to(_PACKAGE)}\n".encode())
        digest.update(hashlib.blake2b(source.read_bytes()).digest())
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in _HARMLESS_VARIABLES)
    versions = (sys.version, numba.__version__, numpy.__version__, llvmlite.__version__)
    digest.update(repr((versions, platform.machine(), llvm.get_host_cpu_name(), switches)).encode())
    return digest.hexdigest()


def _cache_parents():
    """Where compiled code may be kept, best place first: as the user says, else the platform's place, else a private temporary folder."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(os.environ["NUMBA_CACHE_DIR"]) / "fr-sim"
    else:
        with suppress(RuntimeError):  # no home directory
            yield _user_cache() / "fr-sim"
    shared = Path(tempfile.gettempdir()) / f"fr-sim-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    if _is_private(shared):
        yield shared


def _user_cache():
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _is_private(directory):
    """Create the directory for this user alone; false when somebody else could have put code there for us to run."""
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        status = directory.lstat()
    except OSError:
        return False
    if not hasattr(os, "getuid"):
        return stat.S_ISDIR(status.st_mode)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022


def _remove_old_caches(parent):
    """Keep the directories used last, and all that were used within a day, as a running program may be about to write there."""
    with suppress(OSError):
        last_used = {directory: directory.stat().st_mtime for directory in parent.glob("code-*")}
        newest_first = sorted(last_used, key=last_used.get, reverse=True)
        for directory in newest_first[_CACHES_KEPT:]:
            if time.time() - last_used[directory] > _YOUNG:
                shutil.rmtree(directory, ignore_errors=True)


@contextmanager
def _numba_caching_in(directory):
    """Numba asks for its cache directory when a function is decorated; other packages' functions keep the directory they had."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        config.CACHE_DIR = before
