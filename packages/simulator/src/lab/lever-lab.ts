import { valueFor } from '@steelyard/model'
import {
  type TwinConfig,
  type TwinDomain,
  type TwinGuest,
  xenDefaults,
} from '../config/twin-config.ts'
import { boostLab, underCredit2, withShortSlices } from './boost-lab.ts'
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

/** One lever changed, everything else as it is. */
interface LeverVariant extends LabVariant {
  lever: LeverKind
}

export interface LeverLabOptions {
  /** By domain; domains that are not listed keep theirs. */
  recommendedWeights?: Readonly<Record<string, number>>
  /** Percent of one pCPU by domain, 0 = none; domains that are not listed keep theirs. */
  caps?: Readonly<Record<string, number>>
  /** Guests that miss a target: they stay on the host if others can leave. */
  violating?: readonly string[]
  /** Guests that have a target. */
  withTarget?: readonly string[]
}

const SHORT_SLICE_SECONDS = 0.005

/**
 * Every lever of the host on its own, after the host as it is. The twin then shows which of them
 * help; those that change nothing on this host are left out.
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
      meaning: `A guest with more weight waits less, at the expense of the others: ${listed(changed)}.`,
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
      meaning: `Guests that keep their target get no more than about what they use, so that bursts of one no longer delay another (${listed(changed)} %); a capped guest is parked when it has used up its part.`,
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
      meaning: `The caps of ${names} are lifted: no guest is parked while a pCPU is free.`,
      config: withValues(host, 'cap', none),
    },
  ]
}

/**
 * Other schedulers with the same weights; only the boost class is missing from every released Xen.
 */
function schedulers(host: TwinConfig): LeverVariant[] {
  const { scheduler } = host
  if (scheduler.name === 'rtds') return []
  if (scheduler.name === 'credit2') return loans(host)
  const asItIs = { ...host, scheduler }
  const hasShortSlice =
    (scheduler.tsliceSeconds ?? xenDefaults.tsliceSeconds) <= SHORT_SLICE_SECONDS
  return [
    ...(scheduler.boost?.policy === 'loan-redemption' ? [] : loans(host)),
    ...(hasShortSlice ? [] : [{ ...withShortSlices(asItIs), lever: 'time-slice' as const }]),
    { ...underCredit2(asItIs), lever: 'scheduler' },
  ]
}

function loans(host: TwinConfig): LeverVariant[] {
  return boostLab(host)
    .filter(({ id }) => id === 'loan-redemption')
    .map((variant) => ({ ...variant, lever: 'boost' }))
}

/**
 * The guests whose departure helps: the busiest without a target, and the busiest of the others. A
 * guest that misses its target stays if any other can leave.
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

/** The guest stays as an empty shell, so that the others receive exactly the same requests. */
function without(host: TwinConfig, { name }: TwinGuest): LeverVariant {
  return {
    id: `without-${name}`,
    lever: 'migration',
    stockXen: true,
    label: `${name} on another host`,
    meaning: `${name} is moved away with all its work to relieve the others; its response times there depend on that host and are not known here.`,
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

/** Mean number of idle pCPUs, between 0 and all of the host. */
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
    const after = valueFor(wanted, domain.name) ?? before
    return after === before ? [] : [{ name: domain.name, before, after }]
  })
}

/** Sets a value from start to end: recorded changes of this value no longer apply. */
function withValues(
  host: TwinConfig,
  value: Value,
  wanted: Readonly<Record<string, number>>,
): TwinConfig {
  const set = <D extends TwinDomain>(domain: D): D => {
    const after = valueFor(wanted, domain.name)
    return after === undefined ? domain : { ...domain, [value]: after }
  }
  return {
    ...host,
    ...(host.domain0 && { domain0: set(host.domain0) }),
    guests: host.guests.map(set),
    ...(host.changes && {
      changes: host.changes.map((change) => {
        if (valueFor(wanted, change.domain) === undefined) return change
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
