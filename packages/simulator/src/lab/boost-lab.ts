import type { LoanRedemption } from '../config/boost-policy.ts'
import type { Credit1Options, TwinConfig, TwinDomain, TwinGuest } from '../config/twin-config.ts'
import { DEFAULT_WEIGHT } from '../host/domain.ts'
import { domain0Needs, guestDemand, vCpusOf } from './domain-demand.ts'
import type { LabVariant } from './lab-variant.ts'

const MAX_WEIGHT = 65_535
const shortSlice = { tsliceSeconds: 0.005, ratelimitSeconds: 0.0001 }

/**
 * Paper 1's policies on this host, plain credit first, and the alternatives in a released Xen:
 * weights, caps, a pCPU of its own, short slices, credit2. A host under another scheduler is
 * simulated under credit with its weights and caps. Variants that do not fit this host are left
 * out.
 */
export function boostLab(
  host: TwinConfig,
  loan: Omit<LoanRedemption, 'policy'> = {},
): LabVariant[] {
  const base = { ...host, scheduler: creditOf(host) }
  const favoured = host.guests.find((guest) => guest.name === neediest(host))
  return [
    ...policies(base, loan),
    ...(favoured ? [...weights(base, favoured), ...caps(base, favoured)] : []),
    ...(favoured ? ownPCpus(base, favoured) : []),
    withShortSlices(base),
    underCredit2(base),
  ]
}

/** Without a boost policy of its own: `credit` is the baseline of the comparison. */
function creditOf({ scheduler }: TwinConfig): Credit1Options {
  if (scheduler.name !== 'credit') {
    const xenVersion = 'xenVersion' in scheduler ? scheduler.xenVersion : undefined
    return { name: 'credit', ...(xenVersion === undefined ? {} : { xenVersion }) }
  }
  const { boost: _, ...plain } = scheduler
  return plain
}

/** The guest with requests that needs the most CPU: it should answer sooner. */
function neediest({ guests }: TwinConfig): string | undefined {
  return guests
    .filter(({ load }) => load)
    .map((guest) => ({ name: guest.name, ...guestDemand(guest) }))
    .sort((a, b) => b.hogs + b.busyPCpus - a.hogs - a.busyPCpus)[0]?.name
}

type CreditHost = TwinConfig & { scheduler: Credit1Options }

function policies(host: CreditHost, loan: Omit<LoanRedemption, 'policy'>): LabVariant[] {
  const { scheduler } = host
  return [
    {
      id: 'credit',
      label: 'Credit',
      stockXen: true,
      meaning:
        'Xen’s credit scheduler boosts a vCPU that wakes with credit left. One that computes all the time, or has used up its share, waits for its turn.',
      config: host,
    },
    {
      id: 'loan-redemption',
      label: 'Loan and redemption',
      stockXen: false,
      meaning:
        'Credits are lent to a vCPU that a request reaches while it waits. It is boosted until the loan is used up, and not again until it is repaid. So shares stay as they are (paper 1; inferred where the paper is silent).',
      config: {
        ...host,
        scheduler: { ...scheduler, boost: { policy: 'loan-redemption', ...loan } },
      },
    },
    {
      id: 'always',
      label: 'Boost always',
      stockXen: false,
      meaning:
        'A vCPU that a request reaches goes ahead of all others, at any time and at no charge. That gives the quickest answers, at the cost of all other shares.',
      config: {
        ...host,
        scheduler: {
          ...scheduler,
          boost: { policy: 'always', ...(loan.lasts && { lasts: loan.lasts }) },
        },
      },
    },
  ]
}

function weights(host: TwinConfig, { name, weight = DEFAULT_WEIGHT }: TwinGuest): LabVariant[] {
  return [2, 4]
    .filter((factor) => weight * factor <= MAX_WEIGHT)
    .map((factor) => ({
      id: `weight-x${factor}`,
      label: `Weight of ${name} x ${factor}`,
      stockXen: true,
      meaning: `${name} is entitled to ${factor} times as much CPU per vCPU as before, and uses up its credit later. The others pay for what it takes.`,
      config: {
        ...host,
        guests: changed(host, [name], ({ weight = DEFAULT_WEIGHT }) => ({
          weight: weight * factor,
        })),
        ...(host.changes && {
          changes: host.changes.map((change) =>
            change.domain === name && change.weight !== undefined
              ? { ...change, weight: Math.min(MAX_WEIGHT, change.weight * factor) }
              : change,
          ),
        }),
      },
    }))
}

/**
 * Caps guests that never block to what all others leave: a pCPU for each of the favoured guest's
 * vCPUs.
 */
function caps(host: TwinConfig, favoured: TwinGuest): LabVariant[] {
  const hogs = host.guests.filter((guest) => guest !== favoured && (guest.hogs ?? 0) > 0)
  const rest = host.guests.filter((guest) => guest !== favoured && !hogs.includes(guest))
  const needed = rest.reduce((sum, guest) => sum + guestDemand(guest).busyPCpus, domain0Needs(host))
  const left = host.pCpus - vCpusOf(favoured) - needed
  const sum = hogs.reduce((total, { weight = DEFAULT_WEIGHT }) => total + weight, 0)
  const capOf = (guest: TwinDomain) =>
    Math.floor((100 * left * (guest.weight ?? DEFAULT_WEIGHT)) / sum)
  if (hogs.length === 0 || hogs.some((guest) => capOf(guest) < 1)) return []
  const names = hogs.map(({ name }) => name)
  return [
    {
      id: 'cap-hogs',
      label: 'Caps on those that always compute',
      stockXen: true,
      meaning: `Guests that never stop computing get no more than what is left when ${favoured.name} has a pCPU for each vCPU. Unused CPU time is lost, so their throughput falls.`,
      config: {
        ...host,
        guests: changed(host, names, (guest) => ({
          cap: Math.min(capOf(guest), 100 * vCpusOf(guest)),
        })),
        ...(host.changes && {
          changes: host.changes.map(({ cap, ...change }) =>
            cap === undefined || names.includes(change.domain) ? change : { ...change, cap },
          ),
        }),
      },
    },
  ]
}

/**
 * Dedicates the last pCPUs to the favoured guest, as a cpupool would, where the others still fit.
 */
function ownPCpus(host: TwinConfig, favoured: TwinGuest): LabVariant[] {
  const width = vCpusOf(favoured)
  const all = Array.from({ length: host.pCpus }, (_, p) => p)
  const [own, rest] = [all.slice(-width), all.slice(0, -width)]
  const others = host.guests.filter((guest) => guest !== favoured)
  const needed = others.reduce(
    (sum, guest) => sum + guestDemand(guest).busyPCpus,
    domain0Needs(host),
  )
  if (needed >= rest.length || guestDemand(favoured).busyPCpus >= width) return []
  const pinned = <D extends TwinDomain>(domain: D, pCpus: number[]): D => ({
    ...domain,
    affinity: Array.from({ length: vCpusOf(domain) }, () => pCpus),
  })
  return [
    {
      id: 'own-pcpu',
      label: `${favoured.name} on a pCPU of its own`,
      stockXen: true,
      meaning: `${favoured.name} never waits for another guest. All others, including Domain-0, share the remaining ${rest.length === 1 ? 'pCPU' : `${rest.length} pCPUs`}. What ${favoured.name} leaves idle is lost.`,
      config: {
        ...host,
        ...(host.domain0 && { domain0: pinned(host.domain0, rest) }),
        guests: host.guests.map((guest) => pinned(guest, guest === favoured ? own : rest)),
      },
    },
  ]
}

/** Keeps whatever boosts the host has. */
export function withShortSlices(host: CreditHost): LabVariant {
  return {
    id: 'short-slice',
    label: 'Slices of 5 ms',
    stockXen: true,
    meaning:
      'Every vCPU gets its turn six times as often with a time slice of 5 ms and a ratelimit of 0.1 ms. pCPUs switch more often. The simulation does not include what that costs in cache misses.',
    config: { ...host, scheduler: { ...host.scheduler, ...shortSlice } },
  }
}

export function underCredit2(host: CreditHost): LabVariant {
  const { xenVersion } = host.scheduler
  return {
    id: 'credit2',
    label: 'Credit2',
    stockXen: true,
    meaning:
      'Xen’s default since 4.12 has no boost. The vCPU that has had the least goes first, in turns of at most 10 ms.',
    config: {
      ...host,
      scheduler: { name: 'credit2', ...(xenVersion === undefined ? {} : { xenVersion }) },
    },
  }
}

function changed(
  { guests }: TwinConfig,
  names: readonly string[],
  change: (guest: TwinGuest) => Partial<TwinGuest>,
): TwinGuest[] {
  return guests.map((guest) =>
    names.includes(guest.name) ? { ...guest, ...change(guest) } : guest,
  )
}
