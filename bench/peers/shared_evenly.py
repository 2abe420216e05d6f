"""One queue in Ciw: Poisson arrivals, two sizes of demand, the CPU shared evenly among the requests
(M/G/1 processor sharing).

    shared_evenly.py HORIZON_SECONDS SEED   ->   {"seconds": CPU time, "meanResponseMs": [...]}
"""
import json
import sys
import time

import ciw

RATE = 260
DEMANDS = [0.0064] * 90 + [0.00147] * 170


def main():
    horizon, seed = float(sys.argv[1]), int(sys.argv[2])
    begin = time.process_time()
    ciw.seed(seed)
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(rate=RATE)],
        service_distributions=[ciw.dists.Empirical(DEMANDS)],
        number_of_servers=[float("inf")],
    )
    simulation = ciw.Simulation(network, node_class=ciw.PSNode)
    simulation.simulate_until_max_time(horizon)
    seconds = time.process_time() - begin
    times = [record.exit_date - record.arrival_date for record in simulation.get_all_records(only=["service"])]
    print(json.dumps({"seconds": seconds, "meanResponseMs": [1e3 * sum(times) / len(times)]}))


main()
