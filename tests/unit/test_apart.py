"""Work in threads of its own: results and errors come back, Ctrl-C is heard meanwhile, and what never ends is left behind."""

import signal
import threading
import time

import pytest

from fr_sim import apart as apart_room
from fr_sim.apart import PATIENCE, Crew, apart, interrupt, is_interrupted, somebody_is_left
from fr_sim.questions.executors import in_order


@pytest.fixture
def endless(monkeypatch):
    """Work that ends with the test only."""
    over = threading.Event()
    monkeypatch.setattr(apart_room, "_left_behind", set())
    yield lambda *_: over.wait(60)
    over.set()


def press_after(seconds):
    presser = threading.Timer(seconds, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    presser.start()
    return presser


def test_the_result_comes_back_from_another_thread():
    assert apart(lambda word: (word, threading.current_thread() is threading.main_thread()), "done") == ("done", False)


def test_an_error_comes_back_with_its_trace():
    def fail():
        raise ValueError("no")

    with pytest.raises(ValueError, match="no") as caught:
        apart(fail)
    assert caught.traceback[-1].name == "fail"


def test_in_another_thread_the_work_stays_there():
    threads = []

    def outer():
        threads.append(threading.current_thread())
        apart(lambda: threads.append(threading.current_thread()))

    apart(outer)
    assert threads[0] is threads[1]


def test_ctrl_c_is_heard_beside_work_that_never_ends(endless):
    press_after(0.2)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        apart(endless)
    assert time.monotonic() - began < 2
    assert somebody_is_left()


def test_work_that_ended_leaves_nobody_behind(monkeypatch):
    monkeypatch.setattr(apart_room, "_left_behind", set())
    press_after(0.1)
    with pytest.raises(KeyboardInterrupt):
        apart(time.sleep, 0.3)
    time.sleep(0.5)
    assert not somebody_is_left()


def test_a_ctrl_c_that_was_swallowed_is_raised_at_the_next_wait(monkeypatch):
    monkeypatch.setattr(apart_room, "_pressed", threading.Event())
    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert is_interrupted()
    with pytest.raises(KeyboardInterrupt):
        apart(int)
    with pytest.raises(KeyboardInterrupt):
        list(in_order([1], int, 1))


@pytest.mark.parametrize("threads", [1, 2])
def test_a_crew_that_hangs_ends_the_iterator_once_somebody_wants_to_stop(endless, threads):
    def work(task):
        return endless() if task == 3 else task

    done, wanted = [], []
    began = None
    for task in in_order(range(100), work, threads, stop=lambda: bool(wanted)):
        done.append(task)
        if task == 2:
            wanted.append(True)
            began = time.monotonic()
    assert done == [0, 1, 2]
    assert PATIENCE <= time.monotonic() - began < PATIENCE + 1
    assert somebody_is_left()


def test_a_stop_is_waited_for_as_long_as_patience_lasts():
    def work(task):
        time.sleep(PATIENCE / 4)
        return task

    assert list(in_order(range(2), work, 1, stop=lambda: True)) == [0, 1]


def test_a_crew_does_nothing_new_once_it_is_disbanded():
    done = []
    crew = Crew(1, lambda task: (time.sleep(0.1), done.append(task)))
    for task in range(5):
        crew.give(task)
    time.sleep(0.05)
    crew.disband()
    time.sleep(0.3)
    assert done == [0]
