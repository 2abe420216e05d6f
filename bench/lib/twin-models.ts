import { type TwinConfig, twinOfHost } from '@steelyard/simulator'

/** The load of the recordings: about 90 % CPU use with Domain-0, 83 % without. */
const guests = [
  { name: 'vm1', rate: 45, demandSeconds: 0.0064 },
  { name: 'vm2', rate: 45, demandSeconds: 0.0064 },
  { name: 'vm3', rate: 170, demandSeconds: 0.00147 },
]

/** The host of the recordings with everything that the twin models. */
function wholeHost(name: 'credit' | 'credit2'): TwinConfig {
  return twinOfHost({
    pCpus: 1,
    scheduler: { name },
    domain0: { cpuSecondsPerRequest: 0.00024, background: { utilisation: 0.017 } },
    guests: guests.map(({ name: guest, rate, demandSeconds }) => ({
      name: guest,
      arrivals: { kind: 'poisson', ratePerSecond: rate },
      cpuSecondsPerRequest: demandSeconds,
    })),
  })
}

/**
 * Three queues served in turn, as `round-robin.cpp` and `round_robin.py` simulate them without Xen.
 */
const guestsAlone: TwinConfig = {
  pCpus: 1,
  scheduler: { name: 'credit' },
  guests: guests.map(({ name, rate, demandSeconds }) => ({
    name,
    load: {
      arrivals: { kind: 'poisson', ratePerSecond: rate },
      serviceTime: { kind: 'constant', seconds: demandSeconds },
      discipline: 'fifo',
    },
  })),
}

/** All requests in one guest that shares the CPU evenly among them, as in `shared_evenly.py`. */
const sharedEvenly: TwinConfig = {
  pCpus: 1,
  scheduler: { name: 'credit' },
  guests: [
    {
      name: 'vm1',
      load: {
        arrivals: { kind: 'poisson', ratePerSecond: 260 },
        serviceTime: {
          kind: 'empirical',
          seconds: guests.flatMap(({ rate, demandSeconds }) => Array(rate).fill(demandSeconds)),
        },
        workers: 1e6,
      },
    },
  ],
}

/** The simulated models by their names in the benchmark. */
export const twinModels = {
  'Domain-0 and three guests, credit': wholeHost('credit'),
  'Domain-0 and three guests, credit2': wholeHost('credit2'),
  'three guests in turn': guestsAlone,
  'one guest, shared evenly': sharedEvenly,
}

export type TwinModel = keyof typeof twinModels
