import { predictionOf } from '@steelyard/analysis'
import { loadBandBorders, type ResidualSpreads } from '@steelyard/model'
import type { Coverage, ProductCoverage } from '../accuracy-report.ts'
import type { ProductAnswers, ProductCase } from './product-path.ts'
import { fitSpreads } from './product-spreads.ts'

/**
 * How often the product’s own 90 % intervals contain what another recording shows. Each recording is
 * left out in turn: its intervals come from the errors on the others.
 */
export function productCoverage(answers: ProductAnswers): ProductCoverage[] {
  const tried = answers.cases.flatMap((each) => {
    const interval = intervalOf(each, spreadsWithout(each.recording, answers))
    return interval ? [{ ...each, ...interval }] : []
  })
  return (['p95', 'mean'] as const).flatMap((statistic) =>
    (['diagnosis', 'forecast'] as const).flatMap((question) =>
      (['default', 'sdps'] as const).flatMap((asked) => {
        const own = tried.filter(
          (each) =>
            each.statistic === statistic &&
            each.question === question &&
            (asked === 'default' ? each.isDefault : each.basis.by === asked),
        )
        if (own.length === 0) return []
        const bands = Array.from({ length: loadBandBorders.length + 1 }, (_, band) =>
          summarise(own.filter((each) => each.band === band)),
        )
        const by = (keyOf: (each: ProductCase) => string) =>
          Object.fromEntries(
            [...new Set(own.map(keyOf))]
              .sort()
              .map((key) => [key, summarise(own.filter((each) => keyOf(each) === key))]),
          )
        const domains = by(({ domain }) => domain)
        const grades = by(({ grade }) => grade)
        return [{ statistic, question, asked, bands, all: summarise(own), domains, grades }]
      }),
    ),
  )
}

const known = new WeakMap<ProductAnswers, Map<string, ResidualSpreads>>()

/** Neither what was predicted from a recording nor what it showed counts. */
function spreadsWithout(recording: string, answers: ProductAnswers): ResidualSpreads {
  const fitted = known.get(answers) ?? new Map<string, ResidualSpreads>()
  known.set(answers, fitted)
  const spreads =
    fitted.get(recording) ??
    fitSpreads({
      errors: answers.errors.filter((each) => each.recording !== recording),
      cases: answers.cases.filter(
        (each) => each.recording !== recording && each.shownBy !== recording,
      ),
    })
  fitted.set(recording, spreads)
  return spreads
}

/** Null where no other recording shows how far the model is off. */
function intervalOf({ basis, domain, time, question }: ProductCase, spreads: ResidualSpreads) {
  return isChecked(basis, spreads) ? predictionOf(basis, domain, time, question, spreads) : null
}

function isChecked({ by, statistic }: ProductCase['basis'], spreads: ResidualSpreads): boolean {
  if (by !== 'twin' && by !== 'sdps') return true
  const { diagnosis } = spreads[by][statistic === 'mean' ? 'mean' : 'tail']
  return diagnosis.some((spread) => spread !== null)
}

function summarise(
  tried: readonly (ProductCase & { lowSeconds: number; highSeconds: number })[],
): Coverage {
  const inside = tried.filter(
    ({ measured, lowSeconds, highSeconds }) => measured >= lowSeconds && measured <= highSeconds,
  )
  const logFactors = tried.map(
    ({ lowSeconds, highSeconds }) => Math.log(highSeconds / lowSeconds) / 2,
  )
  const sum = logFactors.reduce((total, each) => total + each, 0)
  return {
    n: tried.length,
    inside: inside.length,
    meanFactor: tried.length === 0 ? null : Math.exp(sum / tried.length),
  }
}
