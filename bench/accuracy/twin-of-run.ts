import {
  type Arrivals,
  balanceCpu,
  type Domain0Window,
  domain0Cost,
  type ObservedHost,
  type TwinConfig,
  twinOfHost,
} from '@steelyard/simulator'
import type { TimeResolution } from '@steelyard/traces'
import { utilisationOf } from '../../apps/api/src/analyses/pipeline/host-load.ts'
import { DOMAIN_0 } from '../../apps/api/src/analyses/pipeline/recorded-host.ts'
import { requestsOf } from '../../apps/api/src/analyses/pipeline/request-rates.ts'
import type { LoggedArrivals } from './observe-run.ts'
import type { Run } from './read-run.ts'

/** The recorded time as the twin plays it; its time 0 is the start of the first phase. */
export interface TwinSpan {
  horizonSeconds: number
  boundariesSeconds: number[]
  /** Start of each phase in the twin's time. */
  phaseStartsSeconds: number[]
}

/** What a run tells its twin, under the weights that were in force. */
export interface ObservedRun extends TwinSpan {
  observed: ObservedHost
}

/**
 * The recorded host for its twin: the requests of its servers' logs, and CPU seconds per request by
 * the utilisation law, balanced so that the twin uses as much CPU as was seen. Null where no CPU trace
 * tells what requests cost: durations in a log hold the waits that the twin is to make.
 */
export function observedRun(run: Run): ObservedRun | null {
  if (run.guests.some(({ serviceTimeSource }) => serviceTimeSource !== 'cpu')) return null
  return { ...spanOf(run), observed: balanceCpu(hostOf(run)) }
}

/**
 * Its twin under other weights.
 * @param weights of each phase, in order
 */
export function twinOfRun(
  { observed, phaseStartsSeconds }: ObservedRun,
  weights: readonly Record<string, number>[],
): TwinConfig {
  const weightOf = (name: string) => ({ weight: weights[0]![name]! })
  return twinOfHost({
    ...observed,
    changes: changesOf(weights, phaseStartsSeconds),
    domain0: { ...observed.domain0, ...weightOf(DOMAIN_0) },
    guests: observed.guests.map((guest) => ({ ...guest, ...weightOf(guest.name) })),
  })
}

function spanOf({ phases }: Run): TwinSpan {
  const zero = phases[0]!.span.fromEpochSeconds
  const spans = phases.map(({ span }) => ({
    from: span.fromEpochSeconds - zero,
    to: span.toEpochSeconds - zero,
  }))
  const horizonSeconds = spans.at(-1)!.to
  const edges = new Set(spans.flatMap(({ from, to }) => [from, to]))
  return {
    horizonSeconds,
    boundariesSeconds: [...edges].filter((at) => at > 0 && at < horizonSeconds).sort(byValue),
    phaseStartsSeconds: spans.map(({ from }) => from),
  }
}

function hostOf(run: Run): ObservedHost {
  const { guests, phases, host, calibration } = run
  const [{ span, weights }] = phases as [Run['phases'][number]]
  return {
    pCpus: host.physicalCpus.count,
    scheduler: schedulerOf(run),
    changes: changesOf(
      phases.map((phase) => phase.weights),
      spanOf(run).phaseStartsSeconds,
    ),
    domain0: {
      name: DOMAIN_0,
      weight: weights[DOMAIN_0]!,
      vCpus: vCpusOf(run, DOMAIN_0),
      ...domain0Cost(domain0Windows(run, span.fromEpochSeconds)),
    },
    guests: guests.flatMap(({ name, serviceTimeSeconds }) => {
      const logged = run.arrivals.get(name)
      if (serviceTimeSeconds === null || !logged) return []
      const found = calibration.domains.find((domain) => domain.name === name)
      return {
        name,
        weight: weights[name]!,
        vCpus: vCpusOf(run, name),
        arrivals: arrivalsFrom(logged, span.fromEpochSeconds),
        cpuSecondsPerRequest: found?.serviceTimeSeconds?.value ?? serviceTimeSeconds,
        background: { utilisation: found?.backgroundUtilisation?.value ?? 0 },
      }
    }),
  }
}

/** Windows without a CPU trace are left out. */
function domain0Windows({ windows, guests }: Run, zero: number): Domain0Window[] {
  return windows.flatMap((window) => {
    const { startEpochSeconds, seconds, byDomain } = window
    const utilisation = utilisationOf([window], DOMAIN_0)
    const startSeconds = startEpochSeconds - zero
    if (utilisation === null || startSeconds < 0) return []
    return {
      ...{ startSeconds, endSeconds: startSeconds + seconds, cpuSeconds: utilisation * seconds },
      requests: guests.reduce(
        (sum, { name }) => sum + (requestsOf(byDomain.get(name))?.arrivals ?? 0),
        0,
      ),
    }
  })
}

const byValue = (a: number, b: number) => a - b

function schedulerOf({ recording: { scheduler } }: Run): TwinConfig['scheduler'] {
  const { tsliceMs, ratelimitUs } = scheduler ?? { tsliceMs: null, ratelimitUs: null }
  const ratelimit = ratelimitUs === null ? {} : { ratelimitSeconds: ratelimitUs / 1e6 }
  if (scheduler?.name === 'credit2') return { name: 'credit2', ...ratelimit }
  const tslice = tsliceMs === null ? {} : { tsliceSeconds: tsliceMs / 1000 }
  return { name: 'credit', ...tslice, ...ratelimit }
}

function vCpusOf({ recording }: Run, domain: string): number {
  return recording.domains.find(({ name }) => name === domain)?.vcpus ?? 1
}

function changesOf(
  weights: readonly Record<string, number>[],
  startsSeconds: readonly number[],
): NonNullable<TwinConfig['changes']> {
  return weights.slice(1).flatMap((now, index) =>
    Object.entries(now)
      .filter(([domain, weight]) => weights[index]![domain] !== weight)
      .map(([domain, weight]) => ({ atSeconds: startsSeconds[index + 1]!, domain, weight })),
  )
}

function arrivalsFrom({ epochSeconds, resolution }: LoggedArrivals, zero: number): Arrivals {
  return {
    kind: 'times',
    seconds: epochSeconds.map((at) => at - zero),
    resolutionSeconds: SECONDS_OF[resolution],
  }
}

const SECONDS_OF: Record<TimeResolution, number> = { second: 1, millisecond: 1e-3, microsecond: 0 }
