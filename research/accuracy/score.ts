import { scoreEstimates } from '@steelyard/model'
import { median } from 'simple-statistics'
import type {
  BandedErrors,
  ErrorSummary,
  EstimatorSummary,
  PhaseReport,
} from './accuracy-report.ts'

/** Border of the bands as a fraction of all CPUs. Above it queueing dominates. */
export const BUSY = 0.7

export interface Pair {
  measured: number
  estimated: number
  /** Utilisation of the phase. Null without a CPU trace. */
  utilisation: number | null
}

export function summarise(pairs: readonly Pick<Pair, 'measured' | 'estimated'>[]): ErrorSummary {
  const score = scoreEstimates(
    pairs.map(({ measured, estimated }) => ({
      measuredSeconds: measured,
      estimatedSeconds: estimated,
    })),
  )
  return {
    n: score.n,
    medianApe: score.medianAbsoluteRelativeError,
    meanApe: score.meanAbsoluteRelativeError,
  }
}

export function summariseByBand(pairs: readonly Pair[]): BandedErrors {
  const known = pairs.flatMap((pair) =>
    pair.utilisation === null ? [] : [{ ...pair, busy: pair.utilisation >= BUSY }],
  )
  return {
    ...summarise(pairs),
    below70: summarise(known.filter(({ busy }) => !busy)),
    from70: summarise(known.filter(({ busy }) => busy)),
  }
}

/** Errors of one estimator against the clients' times, over all domains and phases. */
export function scoreEstimator(id: string, phases: readonly PhaseReport[]): EstimatorSummary {
  const means: Pair[] = []
  const tails: Pair[] = []
  const logged: Pair[] = []
  let missing = 0
  for (const { utilisation, domains } of phases) {
    for (const { measured, loggedMean, estimates } of domains) {
      const estimate = estimates[id]
      if (!estimate) {
        missing++
        continue
      }
      means.push({ measured: measured.mean, estimated: estimate.mean, utilisation })
      if (estimate.p95 !== undefined) {
        tails.push({ measured: measured.p95, estimated: estimate.p95, utilisation })
      }
      if (estimate.loggedMean !== undefined && loggedMean !== null) {
        logged.push({ measured: loggedMean, estimated: estimate.loggedMean, utilisation })
      }
    }
  }
  const relative = means.map(({ measured, estimated }) => (estimated - measured) / measured)
  return {
    ...summariseByBand(means),
    missing,
    bias: relative.length === 0 ? null : median(relative),
    p95: tails.length === 0 ? null : summariseByBand(tails),
    logged: logged.length === 0 ? null : summariseByBand(logged),
  }
}
