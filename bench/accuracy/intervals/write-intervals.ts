import type { AccuracyReport } from '../report/report.ts'
import { coverageColumns } from '../report/summary-tables.ts'
import { markdownTable } from '../report/text-table.ts'

/** The section of docs/ACCURACY.md. Empty when no estimator has intervals. */
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
    'The tables show how often 90 % prediction intervals contain the mean that clients measured, by utilisation of the host. An interval combines two independent errors, both log-normal: chance within one phase (the spread of the twin over its seeds; a formula has none) and the error of the estimator on real hosts (its errors on recordings, by band of load). Each recording is left out in turn: its intervals come from the errors on the others. The interval reaches from the estimate divided by *factor* to the estimate times *factor*.',
    ...tables,
    missedIn(report),
    'These recordings of one host under one kind of load resemble each other more than they resemble your host. Values of the same phase are correlated, so the counts carry less evidence than they seem to.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
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
