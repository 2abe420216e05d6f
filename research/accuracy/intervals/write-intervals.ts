import { markdownTable } from '../../../bench/index.ts'
import type { AccuracyReport, ProductCoverage } from '../accuracy-report.ts'
import { coverageColumns, productColumns } from './coverage-columns.ts'

/** The section of research/reports/ACCURACY.md. Empty when no estimator has intervals. */
export function writeIntervals(report: AccuracyReport): string {
  const { coverage } = report.summary
  const ids = Object.keys(coverage)
  if (ids.length === 0) return ''
  const tables = (['diagnosis', 'forecast'] as const).flatMap((question) => {
    const tried = ids.filter((id) => coverage[id]![question].some(({ n }) => n > 0))
    return tried.length === 0 ? [] : [markdownTable(coverageColumns(question, report), tried)]
  })
  return [
    '## Intervals',
    ...productPath(report),
    '### Of raw estimates',
    'For comparison, these tables judge the estimators themselves: how often an interval around an estimate contains the mean that clients measured in the same phase, by utilisation of the host. Here an interval combines chance within one phase (the spread of the twin over its seeds; a formula has none) with the error of the estimator on the other recordings. Each recording is left out in turn. The interval reaches from the estimate divided by *factor* to the estimate times *factor*.',
    ...tables,
    missedIn(report),
    'These recordings of one host under one kind of load resemble each other more than they resemble your host. Values of the same phase are correlated, so the counts carry less evidence than they seem to.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The predictions that a user sees. Empty when the product was not asked. */
function productPath({ summary: { product } }: AccuracyReport): string[] {
  if (product.length === 0) return []
  const asked = (wanted: 'default' | 'sdps') => product.filter((row) => row.asked === wanted)
  const missed = asked('default').filter(({ all: { n, inside } }) => {
    const share = inside / n
    return n >= ENOUGH && (share < LEAST || share > MOST)
  })
  return [
    'Every range that a user could choose (each phase with a CPU trace, and everything since the last change of weights) was analysed with default options, as the product does, and asked *now* (the same weights) and *what if* (the weights of another recording). A prediction is about another recording like this one, so it is compared with what the access log of another recording, or of another phase, showed under the same load. Repetitions of the same requests under the same weights do not count. An interval combines three independent errors, all log-normal: the error of the model on real hosts (its errors on recordings, by band of load, widened or narrowed by its errors on this recording), chance within the twin’s own runs, and the chance of other arrivals in a recording of this length. Each recording is left out in turn: its intervals come from the errors on the others.',
    markdownTable(productColumns(), asked('default')),
    missed.length === 0
      ? `The aim is ${LEAST * 100} to ${MOST * 100} % inside over all loads. It is met for each of them.`
      : `The aim is ${LEAST * 100} to ${MOST * 100} % inside over all loads. It is missed by ${missed.map(({ statistic, question, all }) => `${nameOf({ statistic, question })} (${all.inside / all.n > MOST ? 'wider than necessary' : 'too narrow'})`).join(', ')}.`,
    unevenIn(asked('default')),
    scopeOf(asked('default')),
    'The same with SDPS asked for:',
    markdownTable(productColumns(), asked('sdps')),
  ]
}

/** An average can hide a domain whose intervals are too narrow behind others that are too wide. */
function unevenIn(rows: readonly ProductCoverage[]): string {
  const uneven = rows.flatMap(({ statistic, question, domains }) =>
    Object.entries(domains).flatMap(([domain, { n, inside }]) =>
      n < ENOUGH || (inside / n >= LEAST && inside / n <= MOST)
        ? []
        : [`${nameOf({ statistic, question })} of ${domain} (${inside} of ${n})`],
    ),
  )
  return uneven.length === 0
    ? 'It is met for each domain by itself as well.'
    : `It does not hold for every domain by itself: outside the aim are ${uneven.join(', ')}.`
}

/** For how good a recording the shares are known at all. */
function scopeOf(rows: readonly ProductCoverage[]): string {
  const grades = (['enough', 'thin', 'not-enough'] as const).map((grade) => {
    const n = rows.reduce((sum, row) => sum + (row.grades[grade]?.n ?? 0), 0)
    return `${n} \`${grade}\``
  })
  return `Of these predictions, ${grades.join(', ')} rest on evidence that the product grades so. Pairs of recordings with the same load are mostly half a minute long, so for long recordings the shares say little.`
}

function nameOf({ statistic, question }: Pick<ProductCoverage, 'statistic' | 'question'>): string {
  const what = question === 'diagnosis' ? '*now*' : '*what if*'
  return `${what} of the ${statistic === 'p95' ? '95th percentile' : 'mean'}`
}

const [LEAST, MOST] = [0.85, 0.95]
/** With fewer intervals than this, a single one changes the share too much. */
const ENOUGH = 20

/** States the aim and where it is missed. */
function missedIn({ summary: { coverage } }: AccuracyReport): string {
  const bands = ['below 70 %', 'from 70 to 85 %', 'from 85 % on']
  const missed = Object.entries(coverage).flatMap(([id, own]) =>
    (['diagnosis', 'forecast'] as const).flatMap((question) =>
      own[question].flatMap(({ n, inside }, band) => {
        const share = inside / n
        if (n < ENOUGH || (share >= LEAST && share <= MOST)) return []
        const why = share > MOST ? 'wider than necessary' : 'too narrow'
        return [
          `${question === 'diagnosis' ? 'diagnoses' : 'forecasts'} of \`${id}\` ${bands[band]} (${why})`,
        ]
      }),
    ),
  )
  const aim = `The aim is ${LEAST * 100} to ${MOST * 100} % inside, judged only where at least ${ENOUGH} were tried.`
  return missed.length === 0
    ? `${aim} It is met throughout.`
    : `${aim} It is missed by ${missed.join(', ')}.`
}
