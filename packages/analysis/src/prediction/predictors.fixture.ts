import type { HostLoad, Weights } from '@steelyard/model'
import { type Answer, formulaPredictors, type Predictors, type Sight } from './predictors.ts'
import { type TwinAnswers, twinPredictor } from './twin-answers.ts'

/** Clients measured all domains of one load for five minutes. */
export async function predictorsOf(
  load: HostLoad,
  weights: Weights,
  twinTimes: Partial<Record<string, (weights: Weights) => number>> = {},
): Promise<{ predictors: Predictors; twin: TwinAnswers | null }> {
  const formulas = await formulaPredictors({
    load,
    weights,
    options: {},
    levels: [{ load, seconds: 300 }],
    measuredBy: new Map(load.domains.map(({ name }) => [name, 'client'])),
    targets: { statistic: 'p95', worst: {} },
  })
  const { sdps } = formulas
  if (!sdps) return { predictors: formulas, twin: null }
  const twin = asIfPlayed(async (asked) => {
    const answer = await sdps.predict(asked)
    return new Map(
      [...answer].map(([name, times]) => {
        const factor = twinTimes[name]?.(asked) ?? 1
        return [name, scaled(times, factor)]
      }),
    )
  })
  return { predictors: { ...formulas, twin: await twinPredictor(twin, weights) }, twin }
}

type Times = Record<Sight, number | null>

function scaled({ mean, p95, p99, client }: Times, factor: number): Times {
  const times = (seconds: number | null) => (seconds === null ? null : seconds * factor)
  return { mean: times(mean), p95: times(p95), p99: times(p99), client: times(client) }
}

/** Twin answers whose seeds shift all domains alike, within 5 % of the given times. */
function asIfPlayed(predict: (weights: Weights) => Promise<Answer>): TwinAnswers {
  return {
    eventsPerRun: 100_000,
    play: async (weights, seed) =>
      Promise.all(
        weights.map(async (each) => {
          const chance = 1 + 0.05 * Math.sin(seed)
          const answer = await predict(each)
          return new Map([...answer].map(([name, times]) => [name, scaled(times, chance)]))
        }),
      ),
  }
}
