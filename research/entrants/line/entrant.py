"""LINE (Casale et al., https://line-solver.sourceforge.net): generalised processor sharing by weights.

Each guest is a class of jobs, and so is Domain-0's part in all requests; a request takes the time of
its guest's class and of Domain-0's. Demands are constant, arrivals Poisson.
"""

import contextlib
import json
import os
import sys
import warnings

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from recording import Recording  # noqa: E402

warnings.filterwarnings("ignore")
with contextlib.redirect_stdout(sys.stderr):
    from line_solver import Det, Exp, Network, OpenClass, Queue, SchedStrategy, Sink, Source
    from line_solver import SolverLDES

DOMAIN_0 = "Domain-0"


def times(rates, demands, weights):
    """Mean seconds in the station by class."""
    model = Network("host")
    source = Source(model, "clients")
    station = Queue(model, "CPU", SchedStrategy.GPS)
    sink = Sink(model, "answered")
    routing = model.init_routing_matrix()
    total = sum(weights[name] for name in rates)
    for name, rate in rates.items():
        jobs = OpenClass(model, name)
        source.set_arrival(jobs, Exp(rate))
        station.set_service(jobs, Det(demands[name]), weights[name] / total)
        routing.set(jobs, jobs, Network.serial_routing(source, station, sink))
    model.link(routing)
    table = SolverLDES(model, samples=300_000, seed=1).get_avg_table()
    rows = table[table["Station"].astype(str) == "CPU"]
    return {str(name): float(time) for name, time in zip(rows["JobClass"], rows["RespT"])}


recording = Recording(sys.argv[1])
question = json.load(sys.stdin)
guests, domain0 = recording.demands()
demands = {**guests, DOMAIN_0: domain0}
phases = []
for phase in question["phases"]:
    rates = {name: rate for name, rate in recording.rates(phase).items() if rate > 0}
    rates[DOMAIN_0] = sum(rates.values())
    if sum(rate * demands[name] for name, rate in rates.items()) >= 1:
        phases.append({})
        continue
    with contextlib.redirect_stdout(sys.stderr):
        found = times(rates, demands, phase["weights"])
    phases.append(
        {
            name: {"meanSeconds": found[name] + found[DOMAIN_0]}
            for name in rates
            if name != DOMAIN_0
        }
    )
json.dump({"phases": phases}, sys.stdout)
