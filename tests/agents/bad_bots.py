"""Badly behaved external bots; the first argument says how. The good parts are as in the docs."""

import json
import os
import sys
import time

how = sys.argv[1]


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if how == "mute":
    time.sleep(1_000)
if how == "children":
    for _ in range(3):
        if os.fork() == 0:
            time.sleep(1_000)
for number, line in enumerate(sys.stdin):
    message = json.loads(line)
    if message["type"] == "hello":
        say('{"type": "ready", "protocol": 1}')
        continue
    if message["type"] != "act":
        sys.stderr.write(line)
        continue
    if how == "slow":
        time.sleep(1_000)
    elif how == "crash" and number >= 3:
        os._exit(3)
    elif how == "flood":
        while True:
            say("\n".join(['{"id": 0, "move": "call"}'] * 100))
    elif how == "stale":
        for _ in range(20):
            say('{"id": 0, "move": "call"}')
    elif how == "giant":
        sys.stdout.write("x" * 10_000_000)
        sys.stdout.flush()
    elif how == "garbage":
        say("I call!")
    elif how == "utf8":
        sys.stdout.buffer.write(b'{"id": 1, "move": "\xff\xfe"}\n')
        sys.stdout.flush()
    elif how == "deep":
        say("[" * 60_000)
    elif how == "illegal":
        say(json.dumps({"id": message["id"], "move": "raise", "to": 10**30}))
        continue
    elif how == "memory":
        held = bytearray(1 << 32)
        say(json.dumps({"id": message["id"], "move": "call", "held": len(held)}))
        continue
    elif how == "closed":
        sys.stdout.close()
        os.close(1)
        time.sleep(1_000)
    elif how == "disk":
        with open("big", "wb") as out:
            out.write(b"x" * (1 << 25))
    elif how == "spy":
        seen = {"environment": sorted(os.environ), "folder": os.getcwd(), "asked": message}
        sys.stderr.write(json.dumps(seen) + "\n")
        sys.stderr.flush()
    say(json.dumps({"id": message["id"], "move": "call"}))
