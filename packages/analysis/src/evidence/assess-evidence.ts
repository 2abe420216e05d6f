import { availableToGuests, ONE_IN, relativeScatter, type Statistic } from '@steelyard/model'
import type { HostFacts } from '../known-host/host-facts.ts'
import { hostUtilisation, utilisationOf } from '../load/host-load.ts'
import {
  medianErrorOf,
  medianOutcomeErrorOf,
  type PredictorBasis,
} from '../prediction/predictor-basis.ts'
import { cpuCoverageOf } from '../recorded/cpu-sums.ts'
import { DOMAIN_0, isGuest } from '../recorded/recorded-host.ts'
import type { DomainTarget } from '../settings.ts'
import type { Survey } from '../survey-recording.ts'
import { clocksApart } from '../suspects/clocks-apart.ts'
import { seriesOf } from '../suspects/domain-series.ts'
import { fewHoldMost } from '../suspects/few-hold-most.ts'
import { logsSwapped } from '../suspects/logs-swapped.ts'
import { mistakenUnit, shorterThanCpuTime } from '../suspects/times-apart.ts'
import { type AssumedSetting, type Evidence, evidenceOf, type Lack } from './evidence.ts'

/** What a recording is judged by, besides what it shows itself. */
export interface EvidenceInput {
  targets: readonly DomainTarget[]
  facts: HostFacts
  /** Whether a CPU trace was among the sources, of whatever time. */
  hasTrace: boolean
  basis: PredictorBasis
}

type Judge = (survey: Survey, input: EvidenceInput) => Lack[]

/** The grades below. `least`: below it there is no verdict. `enough`: below it the verdict is thin. */
interface Bounds {
  least: number
  enough: number
}

// Our own bounds. Half a minute at 90 % utilisation says little: phases of one load then differ by
// a factor of up to two (research/reports/ACCURACY.md), five minutes bring that below a fifth.
const SECONDS: Bounds = { least: 60, enough: 180 }
const WINDOWS: Bounds = { least: 6, enough: 12 }
const SCATTER: Bounds = { least: 0.5, enough: 0.25 }
const ERROR: Bounds = { least: 0.8, enough: 0.35 }
const COVERED: Bounds = { least: 0.3, enough: 0.8 }
/** Requests beyond a percentile that determine it: with fewer, single requests move it. */
const REQUESTS_BEYOND: Bounds = { least: 1, enough: 5 }
/** From here on queues hardly ever empty, so waits depend on how long the recording is. */
const FULL = 0.97
/** A guest that uses less than this part of a pCPU serves nobody. */
const IDLE_BELOW = 0.01

/** Grades a recording, with everything that it lacks. */
export function assessEvidence(survey: Survey, input: EvidenceInput): Evidence {
  return evidenceOf(judges.flatMap((judge) => judge(survey, input)))
}

function below(value: number, { least, enough }: Bounds): Lack['atMost'] | null {
  if (value < least) return 'not-enough'
  return value < enough ? 'thin' : null
}

function above(value: number, { least, enough }: Bounds): Lack['atMost'] | null {
  if (value > least) return 'not-enough'
  return value > enough ? 'thin' : null
}

const trace: Judge = ({ range, load }, { hasTrace }) => {
  const covered = cpuCoverageOf(range.windows) ?? 0
  if (covered === 0) {
    return [{ code: hasTrace ? 'trace-of-another-time' : 'no-cpu-trace', atMost: 'not-enough' }]
  }
  const atMost = below(covered, COVERED)
  const doubt: Lack[] = load.demand
    ? [{ code: 'demand-in-doubt', atMost: 'thin', doubt: load.demand }]
    : []
  return atMost ? [{ code: 'cpu-partly-traced', atMost, covered }, ...doubt] : doubt
}

const logs: Judge = ({ guests, range }, { facts, targets }) => {
  const logged = guests.flatMap(({ name, measuredBy }) => (measuredBy ? [name] : []))
  const missed = targets.filter(
    ({ domain, responseTimeSeconds }) => responseTimeSeconds !== null && !logged.includes(domain),
  )
  const traced = new Set(range.windows.flatMap(({ byDomain }) => [...byDomain.keys()]))
  const known = new Set(
    [...facts.domains.map(({ domain }) => domain), ...traced, ...logged].filter(isGuest),
  )
  const domains = [...known].filter((name) => {
    if (logged.includes(name)) return false
    const used = utilisationOf(range.windows, name)
    return used === null ? traced.size === 0 || !traced.has(DOMAIN_0) : used >= IDLE_BELOW
  })
  const lacks: Lack[] = []
  if (missed.length > 0) {
    const names = missed.map(({ domain }) => domain)
    lacks.push({ code: 'targets-not-measured', atMost: 'not-enough', domains: names })
  }
  if (domains.length > 0) {
    const all = logged.length + domains.length
    lacks.push({
      code: 'domains-without-log',
      atMost: logged.length < all / 2 ? 'not-enough' : 'thin',
      domains,
      logged: logged.length,
      known: all,
    })
  }
  return lacks
}

const span: Judge = ({ range: { windows } }) => {
  const seconds = windows.reduce((sum, window) => sum + window.seconds, 0)
  const short = below(seconds, SECONDS)
  const few = below(windows.length, WINDOWS)
  const lacks: Lack[] = []
  if (short) lacks.push({ code: 'short', atMost: short, seconds, leastSeconds: SECONDS.enough })
  if (few) {
    const { length } = windows
    lacks.push({ code: 'few-windows', atMost: few, windows: length, leastWindows: WINDOWS.enough })
  }
  return lacks
}

/** The fraction of the requests beyond each statistic; a mean needs as many as a 95th percentile. */
const beyondOf = (statistic: Statistic) => 1 / ONE_IN[statistic === 'mean' ? 'p95' : statistic]

const requests: Judge = ({ guests, range, targets: { statistic } }) => {
  const counts = guests.map(({ name }) => ({
    name,
    beyond:
      beyondOf(statistic) *
      range.windows.reduce((sum, { byDomain }) => {
        const { clientRequests, requests: logged } = byDomain.get(name) ?? {}
        return sum + ((clientRequests ?? logged)?.arrivals ?? 0)
      }, 0),
  }))
  const few = counts.filter(({ beyond }) => below(beyond, REQUESTS_BEYOND))
  if (few.length === 0) return []
  const atMost = below(Math.min(...few.map(({ beyond }) => beyond)), REQUESTS_BEYOND)!
  const leastRequests = Math.ceil(REQUESTS_BEYOND.enough / beyondOf(statistic))
  return [{ code: 'few-requests', atMost, domains: few.map(({ name }) => name), leastRequests }]
}

const steadiness: Judge = ({ load, range: { windows }, host }) => {
  const utilisation = hostUtilisation(windows, host.pCpus.count)
  if (utilisation === null) return []
  if (utilisation >= FULL) return [{ code: 'host-full', atMost: 'thin', utilisation }]
  const seconds = windows.reduce((sum, window) => sum + window.seconds, 0)
  const relative = relativeScatter(load, availableToGuests(load), seconds)
  const atMost = above(relative, SCATTER)
  if (!atMost) return []
  return Number.isFinite(relative)
    ? [{ code: 'scatter', atMost, relative }]
    : [{ code: 'host-full', atMost: 'thin', utilisation }]
}

const settings: Judge = ({ host }, { facts }) => {
  const known = new Set(facts.domains.flatMap(({ domain, weight }) => (weight ? [domain] : [])))
  const inForce = host.regimes.at(-1)?.weights ?? {}
  const assumed: AssumedSetting[] = []
  if (host.pCpus.source === 'assumed') assumed.push('pCPUs')
  if (facts.scheduler === null) assumed.push('scheduler')
  if (known.size === 0 && Object.keys(inForce).length === 0) assumed.push('weights')
  return assumed.length === 0
    ? []
    : [{ code: 'settings-assumed', atMost: 'thin', settings: assumed }]
}

const predictor: Judge = (_, { basis }) => {
  const medianError = medianErrorOf(basis)
  if (medianError === null) return [{ code: 'predictor-unchecked', atMost: 'thin' }]
  const atMost = above(medianError, ERROR)
  if (!atMost) return []
  const { errors } = basis
  const side = errors.every((each) => each > 0)
    ? ('longer' as const)
    : errors.every((each) => each < 0) && ('shorter' as const)
  return [{ code: 'predictor-off', atMost, medianError, ...(side ? { side } : {}) }]
}

/** What is probably wrong with the files, the likeliest first. */
const suspects: Judge = ({ guests, range: { windows } }, { basis }) => {
  const factor = mistakenUnit(basis.errors)
  if (factor !== null) return [{ code: 'mistaken-unit', atMost: 'not-enough', factor }]
  const series = seriesOf(windows)
  const swapped = logsSwapped(series)
  if (swapped.length > 0) return [{ code: 'logs-swapped', atMost: 'not-enough', logs: swapped }]
  const lacks: Lack[] = []
  const offsets = clocksApart(series)
  if (offsets.length > 0) {
    const window = windows[0]!.seconds
    const isFar = offsets.some(({ offsetSeconds }) => Math.abs(offsetSeconds) > window)
    lacks.push({ code: 'clocks-apart', atMost: isFar ? 'not-enough' : 'thin', offsets })
  }
  const shorter = shorterThanCpuTime(windows, guests)
  if (shorter.length > 0) {
    lacks.push({ code: 'shorter-than-cpu-time', atMost: 'not-enough', domains: shorter })
  }
  const heavy = fewHoldMost(windows, guests)
  if (heavy.length > 0) lacks.push({ code: 'few-hold-most', atMost: 'thin', domains: heavy })
  return lacks
}

/** Fewer outcomes than this are no pattern. */
const LEAST_OUTCOMES = 3

/** What came of earlier changes makes a verdict thin at worst: it is about other times and loads. */
const outcomes: Judge = (_, { basis }) => {
  const { length: values } = basis.outcomes
  const medianError = medianOutcomeErrorOf(basis)
  if (medianError === null || values < LEAST_OUTCOMES) return []
  return above(medianError, ERROR)
    ? [{ code: 'outcomes-off', atMost: 'thin', medianError, values }]
    : []
}

const judges: readonly Judge[] = [
  suspects,
  trace,
  logs,
  span,
  requests,
  steadiness,
  settings,
  predictor,
  outcomes,
]
