import type { Json } from '../reading/document/json-parts.ts'

/** One series of a range query: its labels, and its points in the order of time. */
export interface LabelledSeries {
  labels: ReadonlyMap<string, string>
  times: number[]
  values: number[]
}

/** What a series measures of whom. */
export type SeriesMeaning =
  /** node_exporter inside a guest: a CPU's time in one mode. */
  | { of: 'mode'; domain: string; cpu: string; mode: string; kind: Kind | null }
  /** An exporter on the host or in XAPI: what the domain, or one of its vCPUs, used. */
  | { of: 'used'; domain: string; kind: Kind }

/** Null for what is no series. Values come as texts, `NaN` and `+Inf` among them. */
export function seriesOf(part: Json): LabelledSeries | null {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return null
  const { metric, values } = part
  if (typeof metric !== 'object' || metric === null || Array.isArray(metric)) return null
  if (!Array.isArray(values)) return null
  const labels = new Map(
    Object.entries(metric).map(([name, value]) => [name, isPlain(value) ? String(value) : '']),
  )
  const series: LabelledSeries = { labels, times: [], values: [] }
  for (const point of values) {
    if (!Array.isArray(point)) return null
    const [time, value] = [numberOf(point[0]), numberOf(point[1])]
    if (!Number.isFinite(time) || !Number.isFinite(value)) continue
    series.times.push(time)
    series.values.push(value)
  }
  return series
}

function isPlain(value: Json | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

function numberOf(value: Json | undefined): number {
  return isPlain(value) ? Number(value) : Number.NaN
}

/**
 * Counters or ratios of a domain's CPU use, by what they are called: exporters of libvirt, and Xen
 * Orchestra's OpenMetrics for XCP-ng. Queries like `rate()` drop the name.
 */
const USED_NAMES =
  /^(?:xcp_vm_cpu_core_usage|libvirt_domain_(?:info|stats)_cpu_time_seconds_total|libvirt_domain_vcpu_time_seconds_total|xen(?:stats?|top)?_(?:domain_)?v?cpu_seconds(?:_total)?)$/
const DOMAIN_LABELS = ['vm_name', 'domain', 'domain_name', 'name', 'uuid']

/** Null where the labels do not say what it measures. */
export function measuredBy(labels: ReadonlyMap<string, string>): SeriesMeaning | null {
  const mode = labels.get('mode')
  const cpu = labels.get('cpu')
  const called = labels.get('__name__')
  if (mode !== undefined && cpu !== undefined && (called ?? NODE_CPU) === NODE_CPU) {
    const instance = labels.get('instance') ?? labels.get('nodename') ?? labels.get('host') ?? ''
    return {
      of: 'mode',
      domain: hostOf(instance),
      cpu,
      mode,
      // The name remains only where no function was applied.
      kind: called === undefined ? null : 'counters',
    }
  }
  if (called === undefined || !USED_NAMES.test(called)) return null
  const domain = DOMAIN_LABELS.map((name) => labels.get(name)).find((name) => name)
  const kind = called.endsWith('_usage') ? 'rates' : 'counters'
  return domain === undefined ? null : { of: 'used', domain, kind }
}

const NODE_CPU = 'node_cpu_seconds_total'

/** `db1.example.org:9100` is db1; an address remains whole. */
function hostOf(instance: string): string {
  const host = instance.replace(/:\d{1,5}$/, '')
  return /^[\d.]+$|:/.test(host) ? host : (host.split('.')[0] ?? host)
}

export type Kind = 'counters' | 'rates'

/**
 * Whether series without a name are counters, or rates as `rate()` gives them: it drops the name.
 * Counters only grow, apart from a restart, and far beyond 1; the rate of one CPU in one mode goes up
 * and down below 1. Null for what is neither, such as per cents and `increase()`.
 */
export function kindOf(all: readonly LabelledSeries[]): Kind | null {
  let falls = 0
  let isAboveOne = false
  for (const { values } of all)
    for (let i = 0; i < values.length; i++) {
      if (values[i]! < 0) return null
      if (values[i]! > MOST_OF_A_CPU) isAboveOne = true
      if (i > 0 && values[i]! < values[i - 1]!) falls++
    }
  // A restart, after which they begin anew, is rare.
  const points = all.reduce((sum, { values }) => sum + values.length, 0)
  if (isAboveOne) return falls <= points / POINTS_PER_RESTART ? 'counters' : null
  if (falls > 0) return 'rates'
  // They are constant, or too few to tell: the modes of a CPU add up to 1 if they are rates.
  return addUpToOne(all) ? 'rates' : null
}

const POINTS_PER_RESTART = 50

/**
 * What the modes of one CPU add up to in a second, over all points: 1 for counters and rates, and
 * something else for per cents, `increase()` or means over several CPUs.
 */
export function wholeOf(all: readonly LabelledSeries[], kind: Kind): number {
  const cpus = new Set(all.map(({ labels }) => labels.get('cpu'))).size
  const perSecond = all.reduce((sum, { times, values }) => {
    if (kind === 'rates')
      return sum + values.reduce((total, value) => total + value, 0) / values.length
    const grown = values.reduce(
      (total, value, i) => total + (i > 0 ? Math.max(0, value - values[i - 1]!) : 0),
      0,
    )
    return sum + grown / (times.at(-1)! - times[0]!)
  }, 0)
  return perSecond / cpus
}

/** A rate() is worked out between scrapes, so it may be a little more than one CPU. */
export const MOST_OF_A_CPU = 1.1

function addUpToOne(all: readonly LabelledSeries[]): boolean {
  const sums = new Map<string, number>()
  for (const { labels, values } of all) {
    const of = `${labels.get('instance')} ${labels.get('cpu')}`
    sums.set(of, (sums.get(of) ?? 0) + (values[0] ?? 0))
  }
  return [...sums.values()].every((sum) => Math.abs(sum - 1) < 0.1)
}
