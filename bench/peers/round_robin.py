"""Three guests on one CPU in SimPy: Poisson arrivals, constant demands, first come first served within
a guest, guests in turn with slices of 30 ms. The same model as round-robin.cpp.

    round_robin.py HORIZON_SECONDS SEED   ->   {"seconds": CPU time, "meanResponseMs": [...]}
"""
import collections
import json
import random
import sys
import time

import simpy

RATES = [45, 45, 170]
DEMANDS = [0.0064, 0.0064, 0.00147]
SLICE = 0.03
GUESTS = range(len(RATES))


def arrivals(env, guest, queue, rng, work):
    while True:
        yield env.timeout(rng.expovariate(RATES[guest]))
        queue.append([env.now, DEMANDS[guest]])
        if not work[0].triggered:
            work[0].succeed()


def cpu(env, queues, work, total, answered):
    current = 0
    while True:
        waiting = [(current + step) % len(queues) for step in GUESTS if queues[(current + step) % len(queues)]]
        if not waiting:
            work[0] = env.event()
            yield work[0]
            continue
        current = waiting[0]
        queue = queues[current]
        slice_ends = env.now + SLICE
        while queue and env.now < slice_ends:
            request = queue[0]
            length = min(request[1], slice_ends - env.now)
            yield env.timeout(length)
            request[1] -= length
            if request[1] <= 1e-12:
                queue.popleft()
                total[current] += env.now - request[0]
                answered[current] += 1
        current = (current + 1) % len(queues)


def main():
    horizon, seed = float(sys.argv[1]), int(sys.argv[2])
    begin = time.process_time()
    env = simpy.Environment()
    queues = [collections.deque() for _ in GUESTS]
    total, answered = [0.0] * len(queues), [0] * len(queues)
    work = [env.event()]
    for guest in GUESTS:
        env.process(arrivals(env, guest, queues[guest], random.Random(seed * 10 + guest), work))
    env.process(cpu(env, queues, work, total, answered))
    env.run(until=horizon)
    seconds = time.process_time() - begin
    means = [1e3 * total[guest] / answered[guest] for guest in GUESTS]
    print(json.dumps({"seconds": seconds, "meanResponseMs": means}))


main()
