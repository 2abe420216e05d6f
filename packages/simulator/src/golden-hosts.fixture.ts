import { directPath } from './config/request-path.ts'
import {
  linuxDomain0Tick,
  linuxTick,
  type TwinConfig,
  type TwinOptions,
} from './config/twin-config.ts'
import { constant, exponential, guest, hog, poisson } from './hosts.fixture.ts'
import { boostLab } from './lab/boost-lab.ts'
import { paper1Host } from './lab/paper1-host.ts'
import { realTimeLab } from './lab/real-time-lab.ts'
import { tracedHosts, tracedSeconds, twinOfTraced } from './traced-hosts.fixture.ts'
import { twinOfHost } from './twin-of-host/twin-of-host.ts'

/** A run whose result is recorded to the last digit. */
export interface GoldenRun {
  name: string
  config: TwinConfig
  options: TwinOptions
}

const schedulers = ['credit', 'credit2'] as const
const inWindows = {
  warmupSeconds: 1,
  boundariesSeconds: [3, 4.5],
  drainSeconds: 2,
  cdfAtSeconds: [0.005, 0.02, 0.1],
}

/** The load of the recordings: three guests and Domain-0 on one pCPU at 90 %. */
function recordedLoad(name: 'credit' | 'credit2', client: 'network' | 'domain-0'): TwinConfig {
  const loads = [
    { name: 'vm1', rate: 45, cpuSeconds: 0.0064, spread: 0 },
    { name: 'vm2', rate: 45, cpuSeconds: 0.0064, spread: 0.3 },
    { name: 'vm3', rate: 170, cpuSeconds: 0.00147, spread: 1 },
  ]
  return twinOfHost({
    pCpus: 1,
    scheduler: { name },
    client,
    domain0: { cpuSecondsPerRequest: 0.00024, background: { utilisation: 0.017 } },
    guests: loads.map((load) => ({
      name: load.name,
      arrivals: poisson(load.rate),
      cpuSecondsPerRequest: load.cpuSeconds,
      demandSpread: load.spread,
    })),
  })
}

function whole(): GoldenRun[] {
  return schedulers.flatMap((name) => [
    ...(['network', 'domain-0'] as const).map((client) => ({
      name: `the recorded load under ${name}, client at ${client}`,
      config: recordedLoad(name, client),
      options: { seed: 1, horizonSeconds: 6, ...inWindows },
    })),
    {
      name: `changes of weights and caps under ${name}`,
      config: {
        ...recordedLoad(name, 'network'),
        changes: [
          { atSeconds: 1, domain: 'vm1', weight: 768 },
          { atSeconds: 2.5, domain: 'vm3', cap: 20 },
          { atSeconds: 4, domain: 'vm3', cap: 0, weight: 64 },
          { atSeconds: 5, domain: 'Domain-0', weight: 1024 },
        ],
      },
      options: { seed: 3, horizonSeconds: 6, ...inWindows, windowResponses: false },
    },
  ])
}

function traced(): GoldenRun[] {
  return tracedHosts.map((host) => ({
    name: `the traced host ${host.name}`,
    config: twinOfTraced(host),
    options: { seed: 1, horizonSeconds: tracedSeconds, drainSeconds: 5 },
  }))
}

/** Disciplines, several vCPUs and pCPUs, affinity and caps. */
function shared(): GoldenRun[] {
  const disciplines = ['fifo', 'processor-sharing', 'time-sharing'] as const
  return schedulers.flatMap((scheduler) =>
    disciplines.flatMap((discipline) =>
      [1, 3].map((pCpus): GoldenRun => {
        const more = { discipline, tick: linuxTick, vCpus: pCpus }
        const direct = { ...more, path: directPath(0.0002, 0.0001) }
        const guests = [
          guest('a', poisson(60 * pCpus), exponential(0.004), { ...more, weight: 512 }),
          guest('b', poisson(40 * pCpus), constant(0.006), { ...direct, cap: 40, workers: 3 }),
          guest('c', { kind: 'batch', batchesPerSecond: 20, meanBatchSize: 3 }, constant(0.001), {
            ...direct,
            vCpus: 1,
            affinity: [[pCpus - 1]],
            background: { utilisation: 0.05, periodSeconds: 0.2, timing: 'poisson' },
          }),
          ...(pCpus > 1 ? [hog('d', 64), hog('e', 128, 50)] : []),
        ]
        return {
          name: `${discipline} guests on ${pCpus} pCPUs under ${scheduler}`,
          config: {
            pCpus,
            scheduler: { name: scheduler },
            guests,
            domain0: { name: 'Domain-0', vCpus: pCpus, tick: linuxDomain0Tick },
          },
          options: { seed: 7, horizonSeconds: 5, drainSeconds: 1, warmupSeconds: 0.5 },
        }
      }),
    ),
  )
}

/** Loans, unconditional boosts, real-time jobs, RTDS, pinning, caps. */
function labs(): GoldenRun[] {
  const loan = { creditLine: 300, lasts: 'tick' } as const
  const variants = [
    ...boostLab(paper1Host()),
    ...boostLab(paper1Host('bandwidth'), loan),
    ...realTimeLab({
      pCpus: 3,
      share: 'weight',
      domain0Utilisation: 0.05,
      realTime: [
        { name: 'rt1', periodSeconds: 0.1, executionSeconds: 0.07 },
        { name: 'rt2', periodSeconds: 0.05, executionSeconds: 0.02 },
      ],
      others: [
        { name: 'vm1', weight: 256 },
        { name: 'vm2', weight: 512, vCpus: 2 },
      ],
    }),
  ]
  return variants.map(({ id, config }, index) => ({
    name: `lab variant ${index}: ${id}`,
    config,
    options: { seed: 2, horizonSeconds: 10, drainSeconds: 0.5 },
  }))
}

/** Runs that together cover every feature of the twin. */
export const goldenRuns = (): GoldenRun[] => [...whole(), ...traced(), ...shared(), ...labs()]
