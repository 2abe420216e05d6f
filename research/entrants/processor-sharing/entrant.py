"""One shared processor that knows neither weights nor Domain-0's place: x / (1 - rho)."""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from recording import Recording  # noqa: E402

recording = Recording(sys.argv[1])
question = json.load(sys.stdin)
demands, domain0 = recording.demands()
phases = []
for phase in question["phases"]:
    rates = recording.rates(phase)
    rho = sum(rate * (demands[name] + domain0) for name, rate in rates.items())
    answers = {name: {"meanSeconds": demands[name] / (1 - rho)} for name in rates}
    phases.append(answers if rho < 1 else {})
json.dump({"phases": phases}, sys.stdout)
