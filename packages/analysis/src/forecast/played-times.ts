import { valueFor } from '@steelyard/model'
import type { TwinResult } from '@steelyard/simulator'
import { type AnalysedHost, measuredByOf } from '../prediction/analysed-host.ts'
import { type ModelTimes, modelTimeOf, scaledTime } from '../prediction/prediction.ts'
import { PREDICTION_SEEDS } from '../prediction/twin-answers.ts'

/**
 * The twin’s times of a run in the statistic of the targets, from the same seeds as the analysis, so
 * that the same host has the same prediction in either.
 */
function timesOfRun(results: readonly TwinResult[], { known, basis }: AnalysedHost): ModelTimes {
  const measuredBy = measuredByOf(known)
  const runs = PREDICTION_SEEDS.flatMap((seed) => results.find((run) => run.seed === seed) ?? [])
  return new Map(
    known.load.domains.map(({ name }) => {
      const side = measuredBy.get(name) === 'access-log' ? 'loggedTime' : 'responseTime'
      const seconds = runs.map(
        ({ domains }) =>
          domains.find((domain) => domain.name === name)?.requests?.[side][basis.statistic],
      )
      return [name, scaledTime(modelTimeOf(seconds), valueFor(basis.worst, name) ?? 1)]
    }),
  )
}

/**
 * The predictor’s times for a host that the twin played beside the host as it is. A predictor that
 * is a formula takes only the change from the twin.
 */
export function playedTimes(
  host: AnalysedHost,
  played: { now: readonly TwinResult[]; asked: readonly TwinResult[] },
): ModelTimes {
  const asked = timesOfRun(played.asked, host)
  if (host.basis.by === 'twin') return asked
  const now = timesOfRun(played.now, host)
  return new Map(
    Object.entries(host.basis.now).map(([domain, time]) => {
      const [before, after] = [now.get(domain), asked.get(domain)]
      return [domain, before && after ? scaledTime(time, after.seconds / before.seconds) : null]
    }),
  )
}
