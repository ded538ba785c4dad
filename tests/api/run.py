"""Schemathesis against the OpenAPI document of a live server.

    run.py BAGARRE [SECONDS]

BAGARRE is the program. It is started twice on free ports with data of its own: once with limits high enough that every operation is
reached, with somebody signed in who has a campaign, a work and a finished game; once with limits that are met at once, so that 429 is
seen and found documented. Seed and versions are fixed. SECONDS bounds the fuzzing of the first; its other phases take what they take.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

import websockets

SEED = "8"
OPEN = {"BAGARRE_HTTP_RATE": "1000000", "BAGARRE_HTTP_CHANGES": "1000000"}
STAY = ("--exclude-name", "DELETE /api/me", "--exclude-name", "DELETE /api/me/devices/{device}")
OWN_PAGES = ("--include-path-regex", "^/api/me")
TIGHT = {"BAGARRE_HTTP_RATE": "1", "BAGARRE_HTTP_CHANGES": "1"}


class Server:
    """A server of its own, and somebody who is signed in."""

    def __init__(self, program, folder, limits):
        environment = {**os.environ, **limits, "BAGARRE_DATA": str(folder), "BAGARRE_ADDR": "127.0.0.1:0", "DATABASE_URL": ""}
        environment["BAGARRE_LOG"] = "warn"
        for name in ("BAGARRE_ADMIN_ADDR", "BAGARRE_PUBLIC_URL", "BAGARRE_TRUST_PROXY"):
            environment.pop(name, None)
        self.process = subprocess.Popen([program, "serve"], env=environment, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://[^/]+", self.process.stdout.readline()).group()
        self.cookie = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)

    def ask(self, method, path, body=None):
        request = urllib.request.Request(self.url + path, method=method)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=60) as answer:
            cookie = answer.headers.get("Set-Cookie")
            if cookie and not self.cookie:
                self.cookie = cookie.split(";")[0]
            text = answer.read()
        return json.loads(text) if text else None

    def sign_in(self, name):
        return self.ask("POST", "/api/me", {"name": name})

    async def play(self):
        """A game of two bots, to its end. Returns its id."""
        settings = {
            "name": "Chez Raymond", "ruleset": "baston", "scenario": "SCN-00", "seats": 2, "size": 1,
            "clocks": {"kind": "rules"}, "spectators": True, "spectator_delay": 0, "listed": True,
        }
        room = self.ask("POST", "/api/rooms", settings)["id"]
        bot = next(one for one in self.ask("GET", "/api/rulesets") if one["id"] == "baston")["bots"][-1]["id"]
        headers = {"Cookie": self.cookie, "Origin": self.url}
        address = self.url.replace("http", "ws") + "/ws"
        async with websockets.connect(address, additional_headers=headers, max_size=None) as socket:
            await socket.send(json.dumps({"t": "hello", "protocol": 2, "room": room, "lang": "en"}))
            bots = [{"do": "put_bot", "seat": seat, "bot": bot} for seat in (0, 1)]
            # Whoever opens a room sits in it.
            actions = [{"do": "stand"}, *bots, {"do": "start"}]
            for number, action in enumerate(actions):
                identity = f"00000000-0000-4000-8000-{number:012}"
                await socket.send(json.dumps({"t": "act", "id": identity, "action": action}))
            game = None
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), 120))
                if message["t"] == "answer" and message["answer"]["result"] == "refused":
                    raise RuntimeError(message["answer"]["refusal"]["words"])
                if message["t"] in ("room", "presence"):
                    game = message.get("room", {}).get("game") or game
                    if message.get("room", message)["phase"] == "finished":
                        return game


def text_of(value):
    return json.dumps(value)


def configuration(folder, server, known):
    """Schemathesis' own configuration: what is known is drawn now and then, so that what needs it is reached."""
    lines = [
        # Slow is no fault here: other tests may run on the same machine.
        "request-timeout = 60",
        f"[auth.openapi.guest]\napi_key = {text_of(server.cookie.split('=')[1])}" if server.cookie else "",
        # 422 is what breaks a rule of the game or of the house: no schema can say those.
        '[checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]',
        # What cannot be the name of anything is not found.
        '[checks.negative_data_rejection]\nexpected-statuses = ["400", "401", "403", "404", "405", "406", "413", "415", "422", "429"]',
    ]
    for name, values in known.items():
        lines.append(f"[dictionaries.{name}]\nvalues = {text_of(values)}")
    if known:
        lines.append("[parameters]")
        lines += [f'"path.{name}" = {{ dictionary = "{name}", probability = 0.5 }}' for name in known]
    file = folder / "schemathesis.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


def check(folder, server, known, *options):
    """Runs Schemathesis. Returns whether it found nothing."""
    file = configuration(folder, server, known)
    command = ["schemathesis", "--config-file", str(file), "run", f"{server.url}/api/openapi.json", "--seed", SEED]
    run = subprocess.Popen(
        [Path(sys.executable).parent / command[0], *command[1:], "--no-color", *options],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    for line in run.stdout:
        print(line, end="", flush=True)
    return run.wait() == 0


def tight_answers(server):
    """Goes past the limits of every operation: which answered 429, and which of those do not say so in the document."""
    undocumented, seen = [], set()
    # The document itself is under the limit too: it is read first.
    document = server.ask("GET", "/api/openapi.json")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if not path.startswith("/api/"):
                continue
            concrete = re.sub(r"\{\w+\}", "0123456789", path)
            for _ in range(10):
                request = urllib.request.Request(server.url + concrete, method=method.upper())
                try:
                    status = urllib.request.urlopen(request, timeout=60).status
                except urllib.error.HTTPError as error:
                    status = error.code
                if status == 429:
                    seen.add((method, path))
                    if "429" not in operation["responses"]:
                        undocumented.append(f"{method} {path}")
                    break
    return seen, undocumented


def main():
    program = str(Path(sys.argv[1]).resolve())
    seconds = sys.argv[2] if len(sys.argv) > 2 else "60"
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name in ("open", "tight", "reach", "stranger", "leave"):
            (folder / name).mkdir()
        with Server(program, folder / "open", OPEN) as server:
            server.sign_in("Raymond")
            game = asyncio.run(server.play())
            campaign = server.ask("POST", "/api/campaigns", {"name": "La saison", "ruleset": "generik"})["id"]
            band = server.ask("GET", "/api/rulesets/generik")["bands"][0]["band"]
            work = {"kind": "band", "ruleset": "generik", "name": "La bande", "content": band}
            work = server.ask("POST", "/api/shelf", work)["id"]
            known = {"game": [game], "campaign": [campaign], "work": [work], "ruleset": ["baston", "generik"]}
            options = ("--max-time", seconds, "--max-examples", "40")
            # Whoever signs himself out is nobody from then on: that is left to the last of the three, which does nothing else.
            found_nothing = [check(folder / "reach", server, known, *options, *STAY)]
            for name, own in (("stranger", options), ("leave", (*OWN_PAGES, "--max-examples", "20", "--max-time", "10"))):
                server.cookie = None
                if name == "leave":
                    server.sign_in("Lulu")
                found_nothing.append(check(folder / name, server, known, *own))
            passed, failed = found_nothing.count(True), found_nothing.count(False)
        with Server(program, folder / "tight", TIGHT) as server:
            seen, undocumented = tight_answers(server)
            good = len(seen) > 20 and not undocumented
            print(f"past the limits: 429 from {len(seen)} operations, undocumented in {undocumented or 'none'}")
            passed, failed = passed + good, failed + (not good)
    print(f"api: {passed} passed; {failed} failed (Schemathesis signed in, as a stranger, leaving; past the limits)")
    sys.exit(failed > 0)


main()
