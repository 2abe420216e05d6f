import { readFileSync } from 'node:fs'
import type { TwinConfig } from './config/twin-config.ts'
import { balanceCpu } from './twin-of-host/balance-cpu.ts'
import { type Domain0Window, domain0Cost } from './twin-of-host/domain0-cost.ts'
import { twinOfHost } from './twin-of-host/twin-of-host.ts'

interface TracedDomain {
  name: string
  weight: number
  cpuSeconds: number
  dispatches: number
  wakes: number
  preemptions: number
  runMeanMicroseconds: number
  wakeToRunMeanMicroseconds: number
  preemptedMeanMicroseconds: number
  response?: { meanMilliseconds: number; p95Milliseconds: number }
}

export interface TracedHost {
  name: string
  scheduler: 'credit' | 'credit2'
  /** Domain-0 first. */
  domains: TracedDomain[]
  domain0Windows: [second: number, cpuSeconds: number, requests: number][]
}

interface Traced {
  arrivals: Record<string, number[]>
  hosts: TracedHost[]
}

const file = new URL('./fixtures/traced-hosts.json', import.meta.url)
const traced: Traced = JSON.parse(readFileSync(file, 'utf8'))

export const tracedHosts = traced.hosts
export const tracedSeconds = 20

function arrivalsOf(name: string): number[] {
  let tenths = 0
  return traced.arrivals[name]!.map((gap) => {
    tenths += gap
    return tenths / 1e4
  })
}

/** The twin of a traced host under these weights; default its own. */
export function twinOfTraced(host: TracedHost, weights: Record<string, number> = {}): TwinConfig {
  const windows = host.domain0Windows.map(
    ([second, cpuSeconds, requests]): Domain0Window => ({
      startSeconds: second,
      endSeconds: second + 1,
      cpuSeconds,
      requests,
    }),
  )
  const { cpuSecondsPerRequest, background } = domain0Cost(windows)
  const observed = balanceCpu({
    pCpus: 1,
    scheduler: { name: host.scheduler, xenVersion: '4.17' },
    client: 'domain-0',
    domain0: {
      cpuSecondsPerRequest,
      background: { windows: background.windows.filter(({ startSeconds }) => startSeconds >= 0) },
    },
    guests: host.domains.slice(1).map(({ name, weight, cpuSeconds }) => {
      const seconds = arrivalsOf(name)
      return {
        name,
        weight,
        arrivals: { kind: 'times', seconds, clockUncertaintySeconds: 0 },
        cpuSecondsPerRequest: cpuSeconds / seconds.length,
      }
    }),
  })
  const guests = observed.guests.map((guest) => ({
    ...guest,
    weight: weights[guest.name] ?? guest.weight,
  }))
  return twinOfHost({ ...observed, guests })
}
