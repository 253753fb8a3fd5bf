"""The program on a folder of its own, for scripts that call it."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

PASSWORD = "a long enough phrase"


class Server:
    """Without limits on how much one address may ask."""

    def __init__(self, program, folder):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = "127.0.0.1:%d" % free.getsockname()[1]
        self.program, self.folder = os.path.abspath(program), folder
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("ROUNDTABLE_")}
        limits = ["--requests-per-second", "0", "--creations-per-hour", "0", "--participant-mb-per-hour", "0"]
        self.log = open(os.path.join(folder, "log"), "w")
        self.process = subprocess.Popen(
            [self.program, "serve", "--listen", self.address, *limits],
            cwd=folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=self.log)
        for _ in range(300):
            try:
                urllib.request.urlopen("http://%s/healthz" % self.address)
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        sys.exit("the server did not answer")

    def creates_first_account(self, name):
        """By the command line, which needs no set-up code."""
        subprocess.run(
            [self.program, "account", "create", name + "@example.org", "--name", name],
            cwd=self.folder, env=self.environment, input=PASSWORD, text=True, check=True, stdout=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        return self.process.wait()
