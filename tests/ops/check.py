"""The files of the profile `cluster`: docker-compose.yml, ops/cluster/nginx.conf and ops/cluster/nats.conf.

    check.py

The compose file is held against the schema of its specification; nginx and NATS run with their files, on free ports: nginx in front of three
stubs in the place of the servers. The schema is that of https://github.com/compose-spec/compose-spec, as the package check-jsonschema brings it
along (requirements.txt).
"""

import asyncio
import contextlib
import copy
import http.client
import importlib.metadata
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

import jsonschema_rs
import websockets
import yaml

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "ops" / "cluster"
# A file of the package, found without importing it: what it needs to run is not installed.
SCHEMA = importlib.metadata.distribution("check-jsonschema").locate_file("check_jsonschema/builtin_schemas/vendor/compose-spec.json")
SERVERS = ["bagarre", "bagarre-2", "bagarre-3"]
# Digits with an `e` in them: NATS would read it as a number.
PASSWORD = "1e5000000000000000000000"
# How long a program may take to start, or a server to be asked again after it has come back.
START_TIMEOUT_SECONDS = 30


def compose():
    """Returns the compose file, with anchors and merged keys resolved."""
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def schema_faults(document):
    schema = json.loads(Path(SCHEMA).read_text())
    return [f"{list(error.instance_path)}: {error.message}" for error in jsonschema_rs.validator_for(schema).iter_errors(document)]


def the_compose_file_follows_the_schema():
    document = compose()
    assert schema_faults(document) == []
    for service, key, value in [("nginx", "profile", ["cluster"]), ("nats", "ports", 4222), ("bagarre-2", "depends_on", {"nats": {}})]:
        broken = copy.deepcopy(document)
        broken["services"][service][key] = value
        assert schema_faults(broken), f"{service}: {key}: {value} is refused"


def a_single_server_needs_nothing_of_the_cluster():
    services = compose()["services"]
    single = [name for name, service in services.items() if "profiles" not in service]
    assert single == ["bagarre", "postgres"], single
    for name in single:
        assert set(services[name].get("depends_on", {})) <= set(single), name
    rest = {name: service["profiles"] for name, service in services.items() if "profiles" in service}
    assert rest == {name: ["cluster"] for name in ["bagarre-2", "bagarre-3", "nats", "nginx"]}, rest
    # Compose asks for required variables of services that it does not start, too.
    required = re.findall(r"\$\{(\w+):?\?", (ROOT / "docker-compose.yml").read_text())
    assert set(required) == {"POSTGRES_PASSWORD"}, required


def servers_differ_in_their_data_alone():
    document = compose()
    services = document["services"]
    first = services["bagarre"]
    for name in SERVERS:
        server = services[name]
        differs = {key for key in server.keys() | first.keys() if server.get(key) != first.get(key)}
        assert differs <= {"volumes", "ports", "profiles", "depends_on"}, f"{name}: {differs}"
        assert server["volumes"] == [f"{name}:/data"], server["volumes"]
        assert name in document["volumes"], name
    ports = [port for service in services.values() for port in service.get("ports", [])]
    assert len({port.rsplit(":", 1)[0] for port in ports}) == len(ports), ports
    assert all(port.startswith("127.0.0.1:") for port in ports), ports


def files_of_the_services_are_there():
    for name, service in compose()["services"].items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert not source.startswith(".") or (ROOT / source).is_file(), f"{name}: {source}"
    upstreams = re.findall(r"^\s*server ([\w-]+):8080 ", (FOLDER / "nginx.conf").read_text(), re.MULTILINE)
    assert upstreams == SERVERS, upstreams


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def program(name):
    """Debian keeps servers off the path of people."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    assert found, f"{name} is missing: scripts/prepare installs it"
    return found


def until(holds, what):
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)


def answers_at(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def running(command, port, environment=None):
    process = subprocess.Popen(command, env={**os.environ, **(environment or {})}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        until(lambda: process.poll() is not None or answers_at(port), f"{command[0]} does not start")
        assert process.poll() is None, process.stderr.read().decode()
        yield
    finally:
        process.terminate()
        process.communicate(timeout=START_TIMEOUT_SECONDS)


class Stub:
    """Answers in the place of a server with its name and the headers that reached it, over HTTP and over a socket."""

    def __init__(self, name):
        self.name, self.port, self.server, self.drains = name, free_port(), None, False

    def answer(self, request):
        return json.dumps({"from": self.name, "headers": {name.lower(): value for name, value in request.headers.raw_items()}})

    async def start(self):
        def over_http(connection, request):
            if "Upgrade" not in request.headers:
                return connection.respond(200, self.answer(request))
            return connection.respond(503, "") if self.drains else None

        async def over_socket(connection):
            await connection.send(self.answer(connection.request))
            async for message in connection:
                await connection.send(message)

        self.server = await websockets.serve(over_socket, "127.0.0.1", self.port, process_request=over_http)

    async def stop(self):
        self.server.close()
        await self.server.wait_closed()


def nginx_configuration(folder, listen, ports):
    """Returns the configuration with free ports, and a folder of its own in the place of the container's."""
    text = (FOLDER / "nginx.conf").read_text()
    for name, port in zip(SERVERS, ports, strict=True):
        text, count = re.subn(rf"\bserver {name}:8080 ", f"server 127.0.0.1:{port} ", text)
        assert count == 1, name
    text, count = re.subn(r"\blisten 8080;", f"listen 127.0.0.1:{listen};", text)
    assert count == 1
    file = folder / "nginx.conf"
    file.write_text(text.replace("/tmp/", f"{folder}/"))
    command = [program("nginx"), "-p", str(folder), "-c", str(file), "-e", "stderr", "-g", "daemon off;"]
    # The image runs it as a user of its own.
    return command[:-1] + ["daemon off; user root;"] if os.getuid() == 0 else command


def get(port, headers=()):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=START_TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/", headers={"Host": "bagarre.example", **dict(headers)})
        answer = connection.getresponse()
        assert answer.status == 200, answer.status
        return json.loads(answer.read())
    finally:
        connection.close()


async def asked(port, headers=()):
    return await asyncio.to_thread(get, port, headers)


async def socket_answer(port):
    async with websockets.connect(f"ws://127.0.0.1:{port}/ws") as connection:
        first = json.loads(await connection.recv())
        await connection.send("there and back")
        assert await connection.recv() == "there and back"
        return first["from"]


async def through_nginx(port, stubs):
    same = {"Cookie": "bagarre=one", "X-Forwarded-For": "203.0.113.7, 198.51.100.2"}
    headers = [(await asked(port, same))["headers"] for _ in range(3)]
    assert all(found["x-forwarded-for"] == same["X-Forwarded-For"] for found in headers), "it is passed on as it comes"
    assert all(found["host"] == "bagarre.example" for found in headers), headers
    assert "x-forwarded-for" not in (await asked(port))["headers"], "nothing is added"
    reached = {(await asked(port, same))["from"] for _ in range(12)}
    assert reached == set(SERVERS), f"nothing is sticky: {reached}"
    assert {await socket_answer(port) for _ in range(12)} == set(SERVERS)
    for stub in stubs:
        await stub.stop()
        others = set(SERVERS) - {stub.name}
        assert {(await asked(port))["from"] for _ in range(12)} == others, f"without {stub.name}"
        assert {await socket_answer(port) for _ in range(12)} == others, f"without {stub.name}"
        await stub.start()
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while (await asked(port))["from"] != stub.name:
            assert time.monotonic() < deadline, f"{stub.name} is asked again"


async def sockets_avoid_a_server_that_drains(port, stubs):
    drains = stubs[0]
    drains.drains = True
    others = set(SERVERS) - {drains.name}
    assert {await socket_answer(port) for _ in range(12)} == others, "the next server is asked"
    drains.drains = False
    deadline = time.monotonic() + START_TIMEOUT_SECONDS
    while await socket_answer(port) != drains.name:
        assert time.monotonic() < deadline, f"{drains.name} is asked again"


async def nginx_passes_to_servers_that_answer():
    stubs = [Stub(name) for name in SERVERS]
    for stub in stubs:
        await stub.start()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = nginx_configuration(Path(folder), port, [stub.port for stub in stubs])
        tested = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert tested.returncode == 0 and "[warn]" not in tested.stderr, tested.stderr
        with running(command, port):
            await through_nginx(port, stubs)
            await sockets_avoid_a_server_that_drains(port, stubs)
    for stub in stubs:
        await stub.stop()


def nats_password():
    """Returns the password as the compose file gives it to NATS."""
    value = compose()["services"]["nats"]["environment"]["NATS_PASSWORD"]
    assert value.count("${NATS_PASSWORD:-}") == 1, value
    return value.replace("${NATS_PASSWORD:-}", PASSWORD)


def nats_says(port, user, password):
    """Returns what NATS tells of itself, and how it answers a client."""
    with socket.create_connection(("127.0.0.1", port), START_TIMEOUT_SECONDS) as connection:
        lines = connection.makefile("rb")
        about = json.loads(lines.readline().removeprefix(b"INFO "))
        options = json.dumps({"verbose": False, "user": user, "pass": password})
        connection.sendall(f"CONNECT {options}\r\nPING\r\n".encode())
        return about, lines.readline().decode().strip()


def nats_takes_the_servers_alone():
    environment = {"NATS_PASSWORD": nats_password()}
    port, health = free_port(), free_port()
    command = [program("nats-server"), "--config", str(FOLDER / "nats.conf")]
    tested = subprocess.run([*command, "-t"], env={**os.environ, **environment}, capture_output=True, text=True)
    assert tested.returncode == 0, tested.stderr
    url = compose()["services"]["bagarre"]["environment"]["BAGARRE_NATS_URL"]
    user = re.search(r"nats://(\w+):\$\{NATS_PASSWORD:-\}@nats:4222\}\}$", url).group(1)
    with running([*command, "--addr", "127.0.0.1", "--port", str(port), "--http_port", str(health)], port, environment):
        about, answer = nats_says(port, user, PASSWORD)
        assert answer == "PONG", answer
        assert about["auth_required"] and not about.get("jetstream") and about["max_payload"] == 1 << 20, about
        for wrong in [(user, "1"), (user, ""), ("", ""), ("root", PASSWORD)]:
            assert "Authorization Violation" in nats_says(port, *wrong)[1], wrong
        connection = http.client.HTTPConnection("127.0.0.1", health, timeout=START_TIMEOUT_SECONDS)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200


def main():
    checks = [
        the_compose_file_follows_the_schema,
        a_single_server_needs_nothing_of_the_cluster,
        servers_differ_in_their_data_alone,
        files_of_the_services_are_there,
        nats_takes_the_servers_alone,
        nginx_passes_to_servers_that_answer,
    ]
    failed = 0
    for check in checks:
        try:
            asyncio.run(check()) if asyncio.iscoroutinefunction(check) else check()
            print(f"{check.__name__}: ok", flush=True)
        except Exception as error:  # One failure does not keep the next check from running.
            failed += 1
            print(f"{check.__name__}: failed: {error or traceback.format_exc()}", flush=True)
    print(f"ops: {len(checks) - failed} passed; {failed} failed (compose file, NATS, nginx)")
    sys.exit(failed > 0)


main()
