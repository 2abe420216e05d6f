import { type TwinConfig, type TwinDomain, type TwinGuest, xenDefaults } from '../twin-config.ts'
import { boostLab } from './boost-lab.ts'
import { domain0Demand, guestDemand } from './domain-demand.ts'
import type { LabVariant } from './lab-variant.ts'
import { pinningLab } from './pinning-lab.ts'

export type LeverKind =
  | 'as-it-is'
  | 'weights'
  | 'caps'
  | 'pinning'
  | 'time-slice'
  | 'scheduler'
  | 'boost'
  | 'migration'

/** One lever pulled, everything else as it is. */
export interface LeverVariant extends LabVariant {
  lever: LeverKind
}

export interface LeverLabOptions {
  /** By domain; those that are not named keep theirs. */
  recommendedWeights?: Readonly<Record<string, number>>
  /** Percent of one pCPU by domain, 0 = none; those that are not named keep theirs. */
  caps?: Readonly<Record<string, number>>
  /** Guests that were promised more than they get: they stay where they are if others can leave. */
  violating?: readonly string[]
  /** Guests that were promised something. */
  withTarget?: readonly string[]
}

const SHORT_SLICE_SECONDS = 0.005

/**
 * Every lever of the host by itself, the host as it is first. Which of them is any good is for the twin
 * to tell; what changes nothing on this host is left out.
 */
export function leverLab(host: TwinConfig, options: LeverLabOptions = {}): LeverVariant[] {
  const [now, ...pins] = pinningLab(host)
  return [
    { ...now!, lever: 'as-it-is', meaning: 'Nothing is changed.' },
    ...weights(host, options.recommendedWeights ?? {}),
    ...caps(host, options.caps ?? {}),
    ...uncapped(host),
    ...pins.map((variant): LeverVariant => ({ ...variant, lever: 'pinning' })),
    ...schedulers(host),
    ...leaving(host, options).map((guest) => without(host, guest)),
  ]
}

function weights(host: TwinConfig, wanted: Readonly<Record<string, number>>): LeverVariant[] {
  const changed = changedValues(host, 'weight', wanted)
  if (changed.length === 0) return []
  return [
    {
      id: 'weights',
      lever: 'weights',
      stockXen: true,
      label: 'The recommended weights',
      meaning: `Who weighs more waits less, and the others pay for it: ${listed(changed)}.`,
      config: withValues(host, 'weight', wanted),
    },
  ]
}

function caps(host: TwinConfig, wanted: Readonly<Record<string, number>>): LeverVariant[] {
  const changed = changedValues(host, 'cap', wanted)
  if (changed.length === 0) return []
  return [
    {
      id: 'caps',
      lever: 'caps',
      stockXen: true,
      label: 'Caps on the others',
      meaning: `Who keeps its target gets no more than about what it uses, so that bursts of one no longer hold up another (${listed(changed)} %); a capped domain is parked when it has used up its part.`,
      config: withValues(host, 'cap', wanted),
    },
  ]
}

function uncapped(host: TwinConfig): LeverVariant[] {
  const none = Object.fromEntries(host.guests.map(({ name }) => [name, 0]))
  const changed = changedValues(host, 'cap', none)
  if (changed.length === 0) return []
  const names = changed.map(({ name }) => name).join(', ')
  return [
    {
      id: 'no-caps',
      lever: 'caps',
      stockXen: true,
      label: 'No caps',
      meaning: `The caps of ${names} are lifted: nobody is parked while a pCPU is free.`,
      config: withValues(host, 'cap', none),
    },
  ]
}

/** Other ways to schedule the same weights; the boost class is the one that no released Xen has. */
function schedulers(host: TwinConfig): LeverVariant[] {
  const { scheduler } = host
  if (scheduler.name === 'rtds') return []
  const isCredit = scheduler.name === 'credit'
  const hasShortSlice =
    isCredit && (scheduler.tsliceSeconds ?? xenDefaults.tsliceSeconds) <= SHORT_SLICE_SECONDS
  const levers: Record<string, LeverKind> = {
    ...(isCredit && !hasShortSlice ? { 'short-slice': 'time-slice' } : {}),
    ...(isCredit ? { credit2: 'scheduler' } : {}),
    'loan-redemption': 'boost',
  }
  return boostLab(host).flatMap((variant): LeverVariant[] => {
    const lever = levers[variant.id]
    return lever ? [{ ...variant, lever }] : []
  })
}

/**
 * Whose leaving helps: the busiest without a target, and the busiest of the others. Who misses its
 * target stays, if anybody else can go.
 */
function leaving(
  { guests }: TwinConfig,
  { violating = [], withTarget = [] }: LeverLabOptions,
): TwinGuest[] {
  if (guests.length < 2) return []
  const busiest = guests
    .map((guest) => ({ guest, ...guestDemand(guest) }))
    .filter(({ busyPCpus, hogs }) => busyPCpus + hogs > 0)
    .sort((a, b) => b.busyPCpus + b.hogs - a.busyPCpus - a.hogs)
    .map(({ guest }) => guest)
  const content = busiest.filter(({ name }) => !violating.includes(name))
  const candidates = content.length > 0 ? content : busiest
  const free = candidates.find(({ name }) => !withTarget.includes(name))
  const other = candidates.find((guest) => guest !== free)
  return [...(free ? [free] : []), ...(other ? [other] : [])]
}

/** It stays as an empty shell, so that the others meet the very same requests. */
function without(host: TwinConfig, { name }: TwinGuest): LeverVariant {
  return {
    id: `without-${name}`,
    lever: 'migration',
    stockXen: true,
    label: `${name} on another host`,
    meaning: `${name} is moved away with all its work, for the others’ sake; how it answers there depends on that host and is not known here.`,
    config: {
      ...host,
      guests: host.guests.map((guest) => (guest.name === name ? idle(guest) : guest)),
    },
  }
}

function idle({
  load: _load,
  hogs: _hogs,
  background: _background,
  tick: _tick,
  realTime: _realTime,
  ...shell
}: TwinGuest): TwinGuest {
  return shell
}

/** pCPUs that stay idle on average, between 0 and all of the host. */
export function idlePCpus(host: TwinConfig): number {
  const domains = [...host.guests.map(guestDemand), ...(host.domain0 ? [domain0Demand(host)] : [])]
  const busy = domains.reduce((sum, { busyPCpus, hogs }) => sum + busyPCpus + hogs, 0)
  return Math.max(0, host.pCpus - busy)
}

type Value = 'weight' | 'cap'

interface Changed {
  name: string
  before: number
  after: number
}

function changedValues(
  { domain0, guests }: TwinConfig,
  value: Value,
  wanted: Readonly<Record<string, number>>,
): Changed[] {
  return [...(domain0 ? [domain0] : []), ...guests].flatMap((domain) => {
    const before = domain[value] ?? (value === 'weight' ? 256 : 0)
    const after = wanted[domain.name] ?? before
    return after === before ? [] : [{ name: domain.name, before, after }]
  })
}

/** From the start to the end: changes that were recorded on the way no longer count for this value. */
function withValues(
  host: TwinConfig,
  value: Value,
  wanted: Readonly<Record<string, number>>,
): TwinConfig {
  const set = <D extends TwinDomain>(domain: D): D => {
    const after = wanted[domain.name]
    return after === undefined ? domain : { ...domain, [value]: after }
  }
  return {
    ...host,
    ...(host.domain0 && { domain0: set(host.domain0) }),
    guests: host.guests.map(set),
    ...(host.changes && {
      changes: host.changes.map((change) => {
        if (wanted[change.domain] === undefined) return change
        const { [value]: _, ...rest } = change
        return rest
      }),
    }),
  }
}

function listed(changed: readonly Changed[]): string {
  return changed
    .map(({ name, before, after }) =>
      before === 0 ? `${name} ${after}` : `${name} ${before} → ${after}`,
    )
    .join(', ')
}
