import type { HostFacts, Reason, SlaTarget } from '@steelyard/contract'
import { conservationResidual, type HostCalibration } from '@steelyard/model'
import { calibrationWindows } from './calibrate-host.ts'
import { cpuOf, type Guest, MIN_REQUESTS_PER_WINDOW } from './guests.ts'
import { hostFactsQuality } from './host-facts-quality.ts'
import { listNames } from './list-names.ts'
import { DOMAIN_0, IDLE, isGuest, type RecordedHost, type Window } from './recorded-host.ts'
import { isWellLogged, requestsOf } from './request-rates.ts'
import { measuredIn } from './response-time.ts'

/** Of a source that was read: what the operator should know of it. */
export interface ReadSource {
  path: string
  lines: number
  rejected: number
  notes: readonly string[]
}

export interface QualityInput {
  host: RecordedHost
  windows: readonly Window[]
  rangeWindows: readonly Window[]
  guests: readonly Guest[]
  calibration: HostCalibration
  targets: readonly SlaTarget[]
  sources: readonly ReadSource[]
  /** Said while the sources were recognised and read, such as an estimated clock. */
  notes: readonly string[]
  facts: HostFacts
}

type Check = (input: QualityInput) => Reason[]

function reason(severity: Reason['severity'], code: string, text: string): Reason {
  return { code, text, severity }
}

/** What limits how far the numbers can be trusted, the gravest first. */
export function dataQuality(input: QualityInput): Reason[] {
  const order = { critical: 0, warning: 1, info: 2 }
  return checks
    .flatMap((check) => check(input))
    .sort((a, b) => order[a.severity] - order[b.severity])
}

const noCpu: Check = ({ guests }) => {
  const unknown = guests.filter((guest) => guest.serviceTimeSource === null)
  const inferred = guests.filter((guest) => guest.serviceTimeSource === 'inferred')
  return [
    ...unknown.map(({ name }) =>
      reason(
        'critical',
        'service-time-unknown',
        `${name} has neither CPU data nor durations: nothing can be estimated for it.`,
      ),
    ),
    ...inferred.map(({ name }) =>
      reason(
        'warning',
        'service-time-inferred',
        `${name} has no CPU data: its service time is inferred from the shortest median duration in its log.`,
      ),
    ),
  ]
}

const cpuWithoutRequests: Check = ({ windows, guests, host }) => {
  const known = new Set(guests.map((guest) => guest.name))
  const others = new Set(
    windows.flatMap(({ byDomain }) =>
      [...byDomain.keys()].filter((domain) => isGuest(domain) && !known.has(domain)),
    ),
  )
  return [...others].flatMap((domain) => {
    const used = meanUtilisation(windows, domain)
    return used === null || used < 0.01 * host.physicalCpus.count
      ? []
      : [
          reason(
            'warning',
            'cpu-without-requests',
            `${domain} used ${percent(used)} of a pCPU but has no request log: the delay it causes is in no estimate.`,
          ),
        ]
  })
}

const domain0: Check = ({ windows }) => {
  const cpu = windows.map(({ byDomain }) => cpuOf(byDomain.get(DOMAIN_0)))
  if (cpu.every((c) => c === null)) {
    return [
      reason(
        'warning',
        'domain0-missing',
        'There is no CPU data of Domain-0: its terms in eq (2) and (3) are zero.',
      ),
    ]
  }
  if (cpu.some((c) => c?.runnableWaitSeconds !== null && c !== null)) return []
  return [
    reason(
      'warning',
      'domain0-wait-missing',
      'The trace does not tell how long Domain-0 waited for the CPU: D_0 in eq (3) is zero.',
    ),
  ]
}

/** All domains and the idle one together fill every pCPU; a trace that does not has lost something. */
const cpuSum: Check = ({ windows, host }) => {
  const sums = windows.flatMap(({ byDomain, seconds }) => {
    if (!cpuOf(byDomain.get(IDLE))) return []
    const used = [...byDomain.values()].reduce((sum, o) => sum + (cpuOf(o)?.usedSeconds ?? 0), 0)
    return [used / (seconds * host.physicalCpus.count)]
  })
  if (sums.length === 0) return []
  const mean = sums.reduce((a, b) => a + b, 0) / sums.length
  if (Math.abs(mean - 1) <= 0.05) return []
  return [
    reason(
      'warning',
      'cpu-sum',
      `All domains and idle time add up to ${percent(mean)} of ${host.physicalCpus.count} pCPU, not to 100 %.`,
    ),
  ]
}

/** The utilisation law U = lambda x with one x: how far the windows scatter around it. */
const utilisationLaw: Check = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSeconds, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu' || serviceTimeSeconds === null) return []
    const errors = windows.flatMap(({ byDomain }) => {
      const observation = byDomain.get(name)
      const cpu = cpuOf(observation)
      const arrivals = requestsOf(observation)?.arrivals ?? 0
      if (!cpu || arrivals < MIN_REQUESTS_PER_WINDOW) return []
      return [Math.abs(cpu.usedSeconds / (arrivals * serviceTimeSeconds) - 1)]
    })
    if (errors.length === 0) return []
    const mean = errors.reduce((a, b) => a + b, 0) / errors.length
    const text = `${name}: CPU use per request scatters by ${percent(mean)} around ${(serviceTimeSeconds * 1000).toPrecision(3)} ms (utilisation law).`
    return [
      mean > 0.25
        ? reason('warning', 'utilisation-law', `${text} Log and CPU trace may not belong together.`)
        : reason('info', 'utilisation-law', text),
    ]
  })

/** Measured times this far from the conservation law are not explained by the CPU. */
const CONSERVATION_FACTOR = 2

/** The sum of rho_i R_i, which no weights change: measured over what CPU and requests lead to. */
const conservationLaw: Check = ({ host, windows, guests, calibration }) => {
  const found = conservationResidual(calibrationWindows(host, windows, guests), calibration)
  if (!found) return []
  const { ratio, n } = found
  const text = `Weighted by CPU use, requests took ${Number(ratio.toPrecision(2))} times as long as CPU and its sharing explain, over ${n} windows (conservation law, which no weights change).`
  if (ratio > CONSERVATION_FACTOR) {
    const cause = 'They wait for something else too, such as a disk, a lock or another server'
    return [reason('warning', 'conservation-law', `${text} ${cause}: weights do not help there.`)]
  }
  if (ratio < 1 / CONSERVATION_FACTOR) {
    const cause = 'What was measured misses waits, or much of the CPU goes to other work'
    return [reason('warning', 'conservation-law', `${text} ${cause}.`)]
  }
  return [reason('info', 'conservation-law', text)]
}

const coverage: Check = ({ windows, guests }) =>
  guests.flatMap(({ name, serviceTimeSource }) => {
    if (serviceTimeSource !== 'cpu') return []
    const with_ = windows.filter(({ byDomain }) => cpuOf(byDomain.get(name))).length
    const covered = with_ / windows.length
    return covered >= 0.9
      ? []
      : [
          reason(
            'warning',
            'cpu-coverage',
            `CPU data of ${name} covers ${percent(covered)} of the windows.`,
          ),
        ]
  })

const notMeasured: Check = ({ guests }) =>
  guests
    .filter(({ measuredBy }) => measuredBy === null)
    .map(({ name }) =>
      reason(
        'warning',
        'not-measured',
        `${name} has no durations: log them with %D (Apache) or $request_time (nginx).`,
      ),
    )

/** The log errs to one side; that matters beside times of clients and against a target. */
const measuredByLog: Check = ({ guests, targets }) => {
  const names = (by: Guest['measuredBy']) =>
    guests.filter(({ measuredBy }) => measuredBy === by).map(({ name }) => name)
  const [logged, seen] = [names('access-log'), names('client')]
  if (logged.length === 0) return []
  const promised = targets.some((t) => t.responseTimeMs !== null && logged.includes(t.domain))
  const consequences = [
    ...(seen.length > 0
      ? [`Beside ${listNames(seen)}, measured by clients, that looks better than it is.`]
      : []),
    ...(promised ? ['A target that users see missed may count as kept.'] : []),
  ]
  const text = `Measured by access log alone: ${listNames(logged)}. The log misses the wait for a connection, so users wait longer than it says.`
  return [
    reason(
      consequences.length > 0 ? 'warning' : 'info',
      'no-client-times',
      [text, ...consequences].join(' '),
    ),
  ]
}

/** A piece of a window at the edge of a recording has a rate, but no peak is sought in it. */
const partlyLogged: Check = ({ windows }) => {
  const pieces = windows.filter((window) => !isWellLogged(window)).length
  return pieces === 0
    ? []
    : [
        reason(
          'info',
          'partly-logged-windows',
          `The logs cover ${pieces} of ${windows.length} windows only in part: rates count the covered seconds, and peaks of rates leave such windows out where there are others.`,
        ),
      ]
}

/** Only a duration tells when a request ended, and so whether a backlog grew. */
const throughputByArrivals: Check = ({ guests, targets, windows }) =>
  guests.flatMap(({ name }) => {
    const promised = targets.some((t) => t.domain === name && t.throughputPerSecond !== null)
    const known = windows.some(({ byDomain }) => {
      const observation = byDomain.get(name)
      return (observation?.clientRequests ?? observation?.requests)?.completions
    })
    return !promised || known
      ? []
      : [
          reason(
            'warning',
            'throughput-by-arrivals',
            `${name} has a throughput target, but its log does not tell when requests ended: they count as answered when they came, so a backlog does not show.`,
          ),
        ]
  })

const resolution: Check = ({ windows, guests }) =>
  guests.flatMap(({ name }) => {
    const coarse = windows.some(
      ({ byDomain }) => byDomain.get(name)?.requests?.interArrival?.resolution === 'second',
    )
    return coarse
      ? [
          reason(
            'info',
            'second-resolution',
            `${name}: the log's stamps are whole seconds, so the variance between arrivals is taken from the counts per second.`,
          ),
        ]
      : []
  })

const physicalCpus: Check = ({ host }) => {
  const { count, source } = host.physicalCpus
  if (source === 'host' || source === 'xl-output') return []
  return source === 'trace'
    ? [reason('info', 'pcpus-from-trace', `${count} pCPU, from the sum of the CPU trace.`)]
    : [reason('warning', 'pcpus-assumed', 'The number of pCPUs is not known; one is assumed.')]
}

const weights: Check = ({ host, guests }) => {
  const said = host.regimes.at(-1)?.weights ?? {}
  const unknown = [DOMAIN_0, ...guests.map((g) => g.name)].filter((n) => said[n] === undefined)
  return unknown.length === 0
    ? []
    : [
        reason(
          'warning',
          'weights-assumed',
          `Nobody said the weight of ${unknown.join(', ')}: Xen's default of 256 is assumed.`,
        ),
      ]
}

const hostFacts: Check = ({ facts, host, guests }) =>
  hostFactsQuality(
    facts,
    guests.map(({ name }) => name),
    host.regimes.at(-1)?.weights ?? {},
  )

const fewWindows: Check = ({ rangeWindows }) =>
  rangeWindows.length >= 10
    ? []
    : [
        reason(
          'info',
          'few-windows',
          `The verdict rests on ${rangeWindows.length} windows; a 95th percentile of so few is close to the largest.`,
        ),
      ]

/** Windows too thin for a mean: `domainPeaks` and `scoreWindows` leave them out. */
const fewRequests: Check = ({ rangeWindows, guests }) =>
  guests.flatMap(({ name, measuredBy }) => {
    const counts = rangeWindows.flatMap(({ byDomain }) => {
      const stats = measuredIn(byDomain.get(name), measuredBy)
      return stats ? [stats.count] : []
    })
    const thin = counts.filter((count) => count < MIN_REQUESTS_PER_WINDOW).length
    return thin === 0 || thin < 0.1 * counts.length
      ? []
      : [
          reason(
            thin > 0.5 * counts.length ? 'warning' : 'info',
            'few-requests',
            `${name} has fewer than ${MIN_REQUESTS_PER_WINDOW} requests in ${thin} of ${counts.length} windows: they count neither for its peak nor for the errors. Longer windows would count them.`,
          ),
        ]
  })

const mixedPhases: Check = ({ host }) => {
  const lengths = host.plannedPhases.map((p) => p.toEpochSeconds - p.fromEpochSeconds)
  const shortest = Math.min(...lengths)
  return shortest >= host.windowSeconds
    ? []
    : [
        reason(
          'warning',
          'windows-across-phases',
          `Windows of ${host.windowSeconds} s are longer than a phase of ${shortest} s: the phases run into each other.`,
        ),
      ]
}

const rejected: Check = ({ sources }) =>
  sources.flatMap(({ path, lines, rejected: count }) =>
    count === 0
      ? []
      : [
          reason(
            count > 0.01 * lines ? 'warning' : 'info',
            'rejected-lines',
            `${path}: ${count} of ${lines} lines were rejected.`,
          ),
        ],
  )

/** What several sources say alike, such as the files of one xenmon run, is said once. */
const told: Check = ({ sources, notes }) => {
  const paths = new Map<string, string[]>()
  for (const source of sources) {
    for (const note of source.notes) paths.set(note, [...(paths.get(note) ?? []), source.path])
  }
  return [
    ...notes.map((text) => reason('info', 'note', text)),
    ...[...paths].map(([note, from]) => reason('info', 'source-note', `${someOf(from)}: ${note}`)),
  ]
}

function someOf(paths: readonly string[]): string {
  const [first, ...others] = paths
  return others.length === 0 ? first! : `${first} and ${others.length} more`
}

const checks: readonly Check[] = [
  noCpu,
  cpuWithoutRequests,
  domain0,
  cpuSum,
  utilisationLaw,
  conservationLaw,
  coverage,
  notMeasured,
  measuredByLog,
  partlyLogged,
  throughputByArrivals,
  resolution,
  physicalCpus,
  weights,
  hostFacts,
  fewWindows,
  fewRequests,
  mixedPhases,
  rejected,
  told,
]

function meanUtilisation(windows: readonly Window[], domain: string): number | null {
  const used = windows.flatMap(({ byDomain, seconds }) => {
    const cpu = cpuOf(byDomain.get(domain))
    return cpu ? [cpu.usedSeconds / seconds] : []
  })
  return used.length === 0 ? null : used.reduce((a, b) => a + b, 0) / used.length
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`
}
