import { seedSpreadOf } from '@steelyard/model'
import { type IntervalsOf, type RequestResult, runTwin } from '@steelyard/simulator'
import type { AccuracyReport } from './accuracy-report.ts'
import type { Answer, PhaseAnswers, Predictor } from './predictor.ts'
import type { Run } from './recordings/read-run.ts'
import { type RecordedTwin, recordedTwin, twinUnder } from './twin-of-run.ts'

/** Answers to requests of the last phase may come after its end. */
const DRAIN_SECONDS = 60

/** Adds the simulated host as a column. */
export function twinPredictor({ seed, replications }: AccuracyReport['twin']): Predictor {
  const known = new Map<Run, RecordedTwin | null>()
  return {
    id: 'twin',
    title: 'Simulation',
    standing: 'ours: simulation of the scheduler, driven by the requests of the access logs',
    async predict(run, weights) {
      const twin = known.has(run) ? known.get(run) : recordedTwin(run)
      if (!known.has(run)) run.notes.push(...(twin?.notes ?? []))
      known.set(run, twin ?? null)
      if (!twin) return run.phases.map(() => new Map())
      const { horizonSeconds, boundariesSeconds, phaseStartsSeconds, isKnown } = twin
      const { windows } = await runTwin(twinUnder(twin, weights), {
        seed,
        replications,
        drainSeconds: DRAIN_SECONDS,
        horizonSeconds,
        boundariesSeconds,
      })
      return phaseStartsSeconds.map((start, index): PhaseAnswers => {
        if (!isKnown[index]) return new Map()
        const window = windows.find(({ startSeconds: at }) => Math.abs(at.mean - start) < 1e-3)
        return new Map(
          (window?.domains ?? []).flatMap(({ name, requests }): [string, Answer][] => {
            const answer = requests && answerOf(requests, replications)
            return answer ? [[name, answer]] : []
          }),
        )
      })
    },
  }
}

function answerOf(
  { responseTime: { mean, p95 }, loggedTime }: IntervalsOf<RequestResult>,
  replications: number,
): Answer | null {
  if (!mean) return null
  const { halfWidth } = mean
  return {
    mean: mean.mean,
    ...(loggedTime.mean ? { loggedMean: loggedTime.mean.mean } : {}),
    ...(p95 ? { p95: p95.mean } : {}),
    ...(halfWidth === null
      ? {}
      : {
          meanHalfWidth: halfWidth,
          chance: seedSpreadOf(mean.mean, halfWidth, replications).logSpread,
        }),
  }
}
