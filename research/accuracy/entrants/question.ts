import { startOf } from '@steelyard/analysis'
import { z } from 'zod'
import { AccuracyError } from '../accuracy-error.ts'
import type { PhaseAnswers } from '../predictor.ts'
import type { Run } from '../recordings/read-run.ts'

// The question of `npm run accuracy` to an entrant and the answer, as documented in
// research/reports/BENCHMARK.md.

/** The question, written to the entrant's standard input. */
export interface Question {
  phases: {
    label: string
    /** Seconds after the start of the recording, by the host's clock. */
    startSeconds: number
    durationSeconds: number
    /** Weights to assume in force during the phase, including that of Domain-0. */
    weights: Record<string, number>
  }[]
}

export function questionOf(run: Run, weights: readonly Record<string, number>[]): Question {
  return {
    phases: run.phases.map(({ span }, index) => ({
      label: span.label,
      startSeconds: span.fromEpochSeconds - startOf(run.recording),
      durationSeconds: span.toEpochSeconds - span.fromEpochSeconds,
      weights: weights[index]!,
    })),
  }
}

const Seconds = z.number().positive()

const Interval = z
  .strictObject({ lowSeconds: Seconds, highSeconds: Seconds })
  .refine(({ lowSeconds, highSeconds }) => lowSeconds <= highSeconds, 'lowSeconds > highSeconds')

/**
 * The answer, read from the entrant's standard output: by phase, in the order of the question, and
 * by domain.
 */
const Predictions = z.strictObject({
  phases: z.array(
    z.record(
      z.string(),
      z.strictObject({
        meanSeconds: Seconds,
        p95Seconds: Seconds.optional(),
        interval: Interval.optional().describe('90 % prediction interval of the measured mean.'),
      }),
    ),
  ),
})

/**
 * @param who names the entrant and the recording in messages
 * @throws AccuracyError that names the place in the answer
 */
export function readPredictions(
  text: string,
  who: string,
  { phases, domains }: { phases: number; domains: readonly string[] },
): PhaseAnswers[] {
  const wrong = (place: string, what: string) =>
    new AccuracyError(
      `${who}: ${place}: ${what}. research/reports/BENCHMARK.md describes the format.`,
    )
  const { data, error } = Predictions.safeParse(parsed(text, wrong))
  if (error) {
    const [issue] = error.issues
    throw wrong(issue!.path.join('.') || 'answer', issue!.message)
  }
  if (data.phases.length !== phases) {
    throw wrong('phases', `${data.phases.length} of them, ${phases} were asked about`)
  }
  return data.phases.map((phase, index) => {
    const unknown = Object.keys(phase).find((name) => !domains.includes(name))
    if (unknown) throw wrong(`phases.${index}.${unknown}`, 'no guest of this recording')
    return new Map(
      Object.entries(phase).map(([name, { meanSeconds, p95Seconds, interval }]) => [
        name,
        {
          mean: meanSeconds,
          ...(p95Seconds === undefined ? {} : { p95: p95Seconds }),
          ...(interval ? { interval } : {}),
        },
      ]),
    )
  })
}

function parsed(text: string, wrong: (place: string, what: string) => AccuracyError): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [first = ''] = text.trim().split('\n')
    throw wrong(
      'answer',
      `no JSON (${(error as Error).message}; it begins with "${first.slice(0, 60)}")`,
    )
  }
}
