"""A hostile external bot: tries what the first argument names, and reports on its stderr."""

import json
import os
import socket
import subprocess
import sys
import time

how, *words = sys.argv[1:]


def report(**seen):
    sys.stderr.write(json.dumps(seen) + "\n")
    sys.stderr.flush()


def tried(action):
    """Return what came of it: a value, or the error's name."""
    try:
        return action()
    except OSError as error:
        return f"refused: {type(error).__name__}"


def text(path):
    with open(path, "rb") as file:
        return file.read(10_000).decode("latin-1")


def write(path):
    with open(path, "w") as file:
        return file.write("owned")


def environment(half, other_half):
    seen = "".join(tried(lambda p=p: text(f"/proc/{p}/environ")) for p in processes())
    report(own=sorted(os.environ), found=half + other_half in seen + repr(os.environ))


def processes():
    return [name for name in os.listdir("/proc") if name.isdigit()] if can_list("/proc") else []


def can_list(path):
    return not isinstance(tried(lambda: os.listdir(path)), str)


def descriptors():
    open_ones = []
    for number in range(256):
        try:
            os.fstat(number)
        except OSError:
            continue
        open_ones.append(number)
    report(open=open_ones)


def files(*paths):
    for path in (path.removeprefix("path=") for path in paths):
        report(
            path=path, read=tried(lambda p=path: text(p)), listed=can_list(os.path.dirname(path))
        )
        report(path=path, written=tried(lambda p=path: write(p)))
    report(own=tried(lambda: write("mine.txt")), folder=os.listdir("."))


def disk():
    def fill():
        for k in range(200):
            with open(f"big{k}", "wb") as out:
                out.write(b"x" * (1 << 20))

    ended = tried(fill)
    report(ended=ended, bytes=sum(os.path.getsize(name) for name in os.listdir(".")))


def network(port, named, abstract):
    def tcp():
        with socket.create_connection(("127.0.0.1", int(port)), 2):
            return "reached"

    def unix(address):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(address)
            return "reached"

    def packet():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.sendto(b"x", ("192.0.2.1", 9))
            return "sent"

    report(
        tcp=tried(tcp),
        named=tried(lambda: unix(named)),
        abstract=tried(lambda: unix("\0" + abstract)),
        packet=tried(packet),
    )


def children(marker):
    code = "import time; time.sleep(1000)"
    for own_session in (False, True) * 3:
        words = [sys.executable, "-S", "-c", code, marker]
        subprocess.Popen(words, start_new_session=own_session)
    report(started=6)


def bomb():
    count = 0
    try:
        while count < 500:
            if os.fork() == 0:
                time.sleep(1_000)
            count += 1
    except OSError:
        pass
    report(children=count)


def memory():
    held, refused = [], False
    try:
        for _ in range(64):
            held.append(bytearray(1 << 26))
    except MemoryError:
        refused = True
    report(refused=refused, megabytes=64 * len(held))


def kill(number):
    report(killed=tried(lambda: os.kill(int(number), 15)), parent=tried(lambda: kill_parent()))


def kill_parent():
    parent = os.getppid()
    if parent > 1:
        os.kill(parent, 15)
    return parent


def shout():
    while True:
        sys.stderr.write("x" * 10_000)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        sys.stdout.write('{"type": "ready", "protocol": 1}\n')
        sys.stdout.flush()
        globals()[how](*words)
        report(done=True)
    elif message["type"] == "act":
        sys.stdout.write(json.dumps({"id": message["id"], "move": "call"}) + "\n")
        sys.stdout.flush()
