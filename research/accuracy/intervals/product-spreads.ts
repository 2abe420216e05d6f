import {
  loadBandBorders,
  type ResidualSpread,
  type ResidualSpreads,
  type SpreadEstimator,
  type SpreadFigure,
  type SpreadQuestion,
  varianceOfChance,
} from '@steelyard/model'
import type { ProductAnswer, ProductAnswers } from './product-path.ts'

/** Fewer values, or values of fewer recordings, do not determine a spread. */
const FEWEST = { values: 6, recordings: 3 }

const BANDS = Array.from({ length: loadBandBorders.length + 1 }, (_, band) => band)

/**
 * Fits the spreads for `packages/model/src/accuracy/residual-spreads.ts`: what is left of the
 * product’s errors without the chance that it states itself.
 */
export function fitSpreads({ errors, cases }: ProductAnswers): ResidualSpreads {
  const fit = (answers: readonly ProductAnswer[], id: SpreadEstimator, figure: SpreadFigure) => {
    const own = answers.filter(
      ({ basis, statistic }) => basis.by === id && (statistic === 'mean') === (figure === 'mean'),
    )
    return BANDS.map((band) => fitSpread(own.filter((each) => each.band === band)))
  }
  const forecasts = cases.filter(({ question }) => question === 'forecast')
  const of = (id: SpreadEstimator, figure: SpreadFigure) =>
    ({
      diagnosis: fit(errors, id, figure),
      forecast: fit(forecasts, id, figure),
    }) satisfies Record<SpreadQuestion, unknown>
  const both = (id: SpreadEstimator) => ({ mean: of(id, 'mean'), tail: of(id, 'tail') })
  return { twin: both('twin'), sdps: both('sdps') }
}

/**
 * The root mean square of ln(measured / predicted), less the mean variance by chance. The domains and
 * phases of one recording are off together, so they count as one value. Null with too few.
 */
function fitSpread(answers: readonly ProductAnswer[]): ResidualSpread | null {
  const recordings = new Set(answers.map(({ recording }) => recording)).size
  if (answers.length < FEWEST.values || recordings < FEWEST.recordings) return null
  const excess = answers.reduce((sum, answer) => sum + errorOf(answer) ** 2 - chanceIn(answer), 0)
  const logSpread = Math.sqrt(Math.max(0, excess / answers.length))
  return { logSpread, values: recordings }
}

function errorOf({ basis, domain, time, measured, isElsewhere }: ProductAnswer): number {
  const anchor = isElsewhere ? (basis.anchors[domain] ?? 1) : 1
  return Math.log(measured / (time.seconds * anchor))
}

function chanceIn({ basis, domain, time, isElsewhere }: ProductAnswer): number {
  const seeds = time.runs > 1 ? varianceOfChance({ ...time, seeds: time.runs }) : 0
  // Of the recording itself the twin replays the arrivals, so their chance is not among its errors.
  const isReplayed = !isElsewhere && basis.by === 'twin'
  return seeds + (isReplayed ? 0 : (basis.chance[domain] ?? 0) ** 2)
}
