"""What entrants in Python read of a recording's directory; see research/reports/BENCHMARK.md. Seconds."""

import glob
import gzip
import json
import os
import re
import sys


class Recording:
    """Requests by the servers' logs, CPU time by xenmon or xentop."""

    def __init__(self, directory):
        self.directory = directory
        with open(os.path.join(directory, "recording.json")) as file:
            self.about = json.load(file)
        self.start = self.about["startEpoch"] + self.about.get("hostMinusClientSeconds", 0)
        names = [domain["name"] for domain in self.about["domains"]]
        logged = {name: self._logged(name) for name in names}
        self.requests = {name: times for name, times in logged.items() if times}
        self.cpu_seconds = self._by_xenmon() or self._by_xentop()

    def rates(self, phase):
        """Requests per second of each guest in a phase of the question."""
        begin = phase["startSeconds"]
        end = begin + phase["durationSeconds"]
        return {
            name: sum(begin <= at < end for at in times) / phase["durationSeconds"]
            for name, times in self.requests.items()
        }

    def demands(self):
        """CPU seconds per request by the utilisation law over the whole recording: guests', Domain-0's."""
        if not self.cpu_seconds:
            sys.exit("There is no CPU trace that this program reads (xenmon or xentop).")
        guests = {
            name: self.cpu_seconds[name] / len(times)
            for name, times in self.requests.items()
        }
        everything = sum(len(times) for times in self.requests.values())
        return guests, self.cpu_seconds["Domain-0"] / max(1, everything)

    def _logged(self, name):
        """Starts after the start of the recording: epoch seconds are the first column."""
        lines = self._lines(f"access-epoch/{name}.log*")
        return [float(line.split()[0]) - self.start for line in lines]

    def _by_xenmon(self):
        used = {}
        for domain in self.about["domains"]:
            before = None
            for line in self._lines(f"xenmon/*dom{domain['id']}.log*"):
                if line.startswith("#"):
                    continue
                passed_ms, nanoseconds_per_second = (float(line.split()[i]) for i in (0, 3))
                if before is not None:
                    seconds = (passed_ms - before) / 1000 * nanoseconds_per_second / 1e9
                    used[domain["name"]] = used.get(domain["name"], 0) + seconds
                before = passed_ms
        return used

    def _by_xentop(self):
        """Its column CPU(%) is the share since the sample before; the first sample has none."""
        interval = (self.about.get("xentop") or {}).get("intervalSeconds") or 1
        used = {}
        for line in self._lines("xentop.log*"):
            columns = re.sub("no limit", "no-limit", line).split()
            if len(columns) > 3 and re.fullmatch(r"[\d.]+", columns[3]):
                used[columns[0]] = used.get(columns[0], 0) + float(columns[3]) / 100 * interval
        return used

    def _lines(self, pattern):
        for path in sorted(glob.glob(os.path.join(self.directory, pattern))):
            opened = gzip.open if path.endswith(".gz") else open
            with opened(path, "rt") as file:
                yield from (line for line in file if line.strip())
