import type { TwinConfig, TwinDomain } from '../config/twin-config.ts'
import { domain0Needs, guestDemand, vCpusOf } from './domain-demand.ts'
import type { LabVariant } from './lab-variant.ts'
import {
  type PCpuLoads,
  type Placement,
  spreadByInterference,
  spreadByLoad,
} from './place-guests.ts'

/** The baseline of `advisePinning`. */
export const AS_IT_IS = 'as-it-is'

/** Domains without an entry may use all pCPUs. */
interface Pins {
  domain0?: readonly number[]
  guests: Placement
}

interface Candidate extends Omit<LabVariant, 'config' | 'stockXen'> {
  pins: Pins
}

/**
 * Ways to pin a host's vCPUs that are worth simulating, at most eight, the host as it is first: for
 * paper 4, where Xen gained by pinning and Domain-0 is what can be pinned. The scheduler stays as
 * it is. Variants that leave some pCPU with more requests than it can serve are left out, as are
 * duplicates; on one pCPU there is nothing to pin.
 */
export function pinningLab(host: TwinConfig): LabVariant[] {
  const now: LabVariant = {
    id: AS_IT_IS,
    label: 'As it is',
    stockXen: true,
    meaning: hasPins(host)
      ? 'The vCPUs stay pinned as they are.'
      : 'No vCPU is pinned: the scheduler moves each to whatever pCPU is free.',
    config: host,
  }
  if (host.pCpus === 1) return [now]
  const candidates = [
    ...(hasPins(host) ? [unpinned()] : []),
    ...domain0Alone(host),
    ...sharedSplit(host),
    ...heaviestAlone(host),
    ...leastInterference(host),
    ...domain0AloneLeastInterference(host),
  ]
  const seen = new Set([keyOf(host)])
  return [
    now,
    ...candidates.flatMap(({ pins, ...words }): LabVariant[] => {
      const config = pinned(host, pins)
      const key = keyOf(config)
      if (seen.has(key)) return []
      seen.add(key)
      return [{ ...words, stockXen: true, config }]
    }),
  ]
}

function unpinned(): Candidate {
  return {
    id: 'unpinned',
    label: 'Nothing pinned',
    meaning: 'All pins are lifted: the scheduler moves each vCPU to whatever pCPU is free.',
    pins: { guests: new Map() },
  }
}

function domain0Alone(host: TwinConfig): Candidate[] {
  const rest = others(host, [0])
  if (!host.domain0 || domain0Needs(host) >= 1 || !fits(host, rest.length)) return []
  return [
    {
      id: 'domain0-alone',
      label: 'Domain-0 alone on pCPU 0',
      meaning:
        'Domain-0 has pCPU 0 to itself and never waits for a guest; the guests share the others freely and lose what Domain-0 leaves idle.',
      pins: { domain0: [0], guests: floating(host, rest) },
    },
  ]
}

function sharedSplit(host: TwinConfig): Candidate[] {
  const taken: PCpuLoads = new Map([[0, domain0Needs(host)]])
  const guests = spreadByLoad(host.guests, all(host), taken)
  if (!host.domain0 || !everyPCpuServes(host, guests, taken)) return []
  return [
    {
      id: 'domain0-shared',
      label: 'Domain-0 on pCPU 0, guests split by load',
      meaning:
        'Domain-0 stays on pCPU 0 together with the guests that load balancing places there; each guest keeps its own pCPU, so nothing migrates, not even to an idle pCPU.',
      pins: { domain0: [0], guests },
    },
  ]
}

function heaviestAlone(host: TwinConfig): Candidate[] {
  const [heaviest] = host.guests
    .map((guest) => ({ guest, ...guestDemand(guest) }))
    .sort((a, b) => b.busyPCpus + b.hogs - a.busyPCpus - a.hogs)
  if (!heaviest || host.guests.length < 2) return []
  const { guest, busyPCpus } = heaviest
  const width = vCpusOf(guest)
  const own = all(host).slice(-width)
  const rest = others(host, own)
  const left = guestsNeed(host) - busyPCpus + domain0Needs(host)
  if (rest.length === 0 || busyPCpus >= width || left >= rest.length) return []
  const spots = own.map((p) => [p])
  return [
    {
      id: 'heaviest-alone',
      label: `${guest.name} alone on ${pCpuWords(own)}`,
      meaning: `${guest.name}, which needs the most, neither delays others nor is delayed by them; all others share ${pCpuWords(rest)}.`,
      pins: {
        domain0: rest,
        guests: new Map([...floating(host, rest), [guest.name, spots]]),
      },
    },
  ]
}

function leastInterference(host: TwinConfig): Candidate[] {
  const guests = spreadByInterference(host.guests, all(host))
  // Domain-0 runs where there is room; where there is none for it, the guests would be squeezed
  // out.
  if (!everyPCpuServes(host, guests, new Map())) return []
  if (guestsNeed(host) + domain0Needs(host) >= host.pCpus) return []
  return [
    {
      id: 'least-interference',
      label: 'Guests grouped for least interference',
      meaning: `Each guest has one pCPU, shared with those whose requests delay it least (short with short): ${groupWords(guests)}. Domain-0 runs where there is room.`,
      pins: { guests },
    },
  ]
}

function domain0AloneLeastInterference(host: TwinConfig): Candidate[] {
  const rest = others(host, [0])
  if (!host.domain0 || domain0Needs(host) >= 1 || rest.length < 2) return []
  const guests = spreadByInterference(host.guests, rest)
  if (!everyPCpuServes(host, guests, new Map())) return []
  return [
    {
      id: 'domain0-alone-least-interference',
      label: 'Domain-0 alone, guests grouped for least interference',
      meaning: `Domain-0 has pCPU 0 to itself, and each guest one of the others, shared with those whose requests delay it least: ${groupWords(guests)}.`,
      pins: { domain0: [0], guests },
    },
  ]
}

function all({ pCpus }: TwinConfig): number[] {
  return Array.from({ length: pCpus }, (_, p) => p)
}

function others(host: TwinConfig, but: readonly number[]): number[] {
  return all(host).filter((p) => !but.includes(p))
}

function floating({ guests }: TwinConfig, pCpus: readonly number[]): Placement {
  return new Map(
    guests.map((guest) => [guest.name, Array.from({ length: vCpusOf(guest) }, () => pCpus)]),
  )
}

function guestsNeed({ guests }: TwinConfig): number {
  return guests.reduce((sum, guest) => sum + guestDemand(guest).busyPCpus, 0)
}

function fits(host: TwinConfig, pCpus: number): boolean {
  return guestsNeed(host) < pCpus
}

/** vCPUs that never block take what is left, so they never rule out a placement. */
function everyPCpuServes(host: TwinConfig, guests: Placement, taken: PCpuLoads): boolean {
  const busy = new Map<number, number>(taken)
  for (const guest of host.guests) {
    const spots = guests.get(guest.name)!
    for (const cpus of spots) {
      for (const p of cpus) {
        const part = guestDemand(guest).busyPCpus / spots.length / cpus.length
        busy.set(p, (busy.get(p) ?? 0) + part)
      }
    }
  }
  return [...busy.values()].every((needed) => needed < 1)
}

function pinned(host: TwinConfig, { domain0, guests }: Pins): TwinConfig {
  return {
    ...host,
    ...(host.domain0 && {
      domain0: withAffinity(
        host.domain0,
        domain0 && Array.from({ length: vCpusOf(host.domain0) }, () => domain0),
      ),
    }),
    guests: host.guests.map((guest) => withAffinity(guest, guests.get(guest.name))),
  }
}

function withAffinity<D extends TwinDomain>(
  domain: D,
  affinity: readonly (readonly number[])[] | undefined,
): D {
  const { affinity: _, ...rest } = domain
  if (!affinity) return rest as D
  return { ...rest, affinity: affinity.map((cpus) => [...cpus]) } as D
}

function hasPins(host: TwinConfig): boolean {
  return keyOf(host) !== keyOf(pinned(host, { guests: new Map() }))
}

/** Equal for hosts that differ only in the notation of their affinities. */
function keyOf(host: TwinConfig): string {
  const domains = [...(host.domain0 ? [host.domain0] : []), ...host.guests]
  return JSON.stringify(
    domains.map((domain) =>
      Array.from({ length: vCpusOf(domain) }, (_, vCpu) =>
        [...(domain.affinity?.[vCpu] ?? all(host))].sort((a, b) => a - b),
      ),
    ),
  )
}

function pCpuWords(pCpus: readonly number[]): string {
  if (pCpus.length === 1) return `pCPU ${pCpus[0]}`
  return `pCPUs ${pCpus.slice(0, -1).join(', ')} and ${pCpus.at(-1)}`
}

function groupWords(guests: Placement): string {
  const groups = Map.groupBy(guests, ([, spots]) =>
    spots.length === 1 ? String(spots[0]![0]) : 'several',
  )
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([place, own]) =>
        `${own.map(([name]) => name).join(' and ')} on ${place === 'several' ? place : `pCPU ${place}`}`,
    )
    .join(', ')
}
