"""What a socket costs before it has said `hello`: silence.py BAGARRE [SOCKETS]

Starts the program on a free port with data of its own, opens that many sockets (1000 otherwise, which is as many as it lets be silent) from
many loopback addresses and says nothing on them. Prints the growth of the resident memory for each. Only Linux has the addresses and `/proc`.
"""

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import urllib.request

EACH_PERSON = 20
EACH_ADDRESS = 100


def resident(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+) kB", status.read()).group(1)) * 1024


def person(url):
    request = urllib.request.Request(f"{url}/api/me", json.dumps({"name": "Momo"}).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return answer.headers["Set-Cookie"].split(";")[0]


def mute(host, cookie, number):
    address, port = host.split(":")
    line = socket.create_connection((address, int(port)), source_address=(f"127.0.1.{1 + number // EACH_ADDRESS}", 0))
    line.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    head = line.recv(4096)
    assert head.startswith(b"HTTP/1.1 101"), head
    return line


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "BAGARRE_DATA": folder, "BAGARRE_ADDR": "127.0.0.1:0", "DATABASE_URL": "", "BAGARRE_LOG": "warn",
            "BAGARRE_HTTP_RATE": "100000", "BAGARRE_HTTP_CHANGES": "100000",
        }
        server = subprocess.Popen([sys.argv[1], "serve"], env=environment, stdout=subprocess.PIPE, text=True)
        try:
            url = re.search(r"http://[^/]+", server.stdout.readline()).group()
            host = url.removeprefix("http://")
            cookies = [person(url) for _ in range(0, count, EACH_PERSON)]
            # What is made once is made before it is counted.
            warm = [mute(host, cookies[0], 0) for _ in range(EACH_PERSON)]
            for line in warm:
                line.close()
            before = resident(server)
            lines = [mute(host, cookies[number // EACH_PERSON], number) for number in range(count)]
            each = (resident(server) - before) / count
            print(f"{len(lines)} sockets before their hello: {each / 1024:.1f} KB each")
        finally:
            server.terminate()
            server.wait(30)


main()
