import { DOMAIN_0, IDLE } from '@steelyard/analysis'
import { findFormat, type Observation, ObservationBuilder } from '@steelyard/traces'
import { STEP_SECONDS } from './clock.ts'

/** What one domain did between two moments, as its log and xentop would show it. */
export interface Activity {
  domain: string
  /** Ascending. */
  arrivalsSeconds: readonly number[]
  /** As many; none for Domain-0. */
  durationsSeconds: readonly number[]
  /** By step of ten seconds. */
  cpuSeconds: readonly number[]
}

const xentop = findFormat('xentop')
if (xentop?.observes !== 'cpu') throw new Error('xentop does not measure CPU time.')
const { meter } = xentop
const UNKNOWN = { runnableWaitSeconds: null, blockedSeconds: null, dispatches: null, ioCount: null }

/** Windows of ten seconds, by the builder of the product. */
export function observe(
  activities: readonly Activity[],
  fromSeconds: number,
  toSeconds: number,
  pCpus: number,
): Observation[] {
  const builder = new ObservationBuilder({
    windowSeconds: STEP_SECONDS,
    requestCoverage: 'as-told',
  })
  for (const { domain, arrivalsSeconds, durationsSeconds, cpuSeconds } of [
    ...activities,
    idle(activities, pCpus),
  ]) {
    if (domain !== DOMAIN_0 && domain !== IDLE) {
      const stream = builder.openRequests(domain, 'requests', 'microsecond')
      for (const [index, at] of arrivalsSeconds.entries()) {
        stream.add(at, durationsSeconds[index]!, false, -1)
      }
      stream.close()
      builder.coverRequests(domain, 'requests', fromSeconds, toSeconds, true)
    }
    for (const [step, usedSeconds] of cpuSeconds.entries()) {
      const from = fromSeconds + step * STEP_SECONDS
      builder.addCpu(meter, domain, from, from + STEP_SECONDS, { usedSeconds, ...UNKNOWN })
    }
    builder.coverCpu(meter, domain, fromSeconds, toSeconds)
  }
  // The answer to a late request may come after the end.
  return builder
    .finish()
    .observations.filter(
      ({ windowStartEpochSeconds: start }) => start >= fromSeconds && start < toSeconds,
    )
}

/** The pCPUs are idle for the rest. */
function idle(activities: readonly Activity[], pCpus: number): Activity {
  const steps = Math.max(0, ...activities.map(({ cpuSeconds }) => cpuSeconds.length))
  const used = Array.from({ length: steps }, (_, step) =>
    activities.reduce((sum, { cpuSeconds }) => sum + (cpuSeconds[step] ?? 0), 0),
  )
  return {
    domain: IDLE,
    arrivalsSeconds: [],
    durationsSeconds: [],
    cpuSeconds: used.map((seconds) => Math.max(0, pCpus * STEP_SECONDS - seconds)),
  }
}
