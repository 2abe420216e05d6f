import { percent, textTable } from '../../../bench/index.ts'
import type { AccuracyReport } from '../accuracy-report.ts'
import { coverageColumns } from '../intervals/coverage-columns.ts'
import {
  domainColumns,
  domainRows,
  errorColumns,
  forecastColumns,
  loggedColumns,
  recordingColumns,
  regretColumns,
  tailColumns,
} from './summary-tables.ts'

/** Formats the report for a terminal of 100 columns. */
export function showReport(report: AccuracyReport): string {
  const ids = report.estimators.map(({ id }) => id)
  const withTails = ids.filter((id) => report.summary.byEstimator[id]!.p95)
  const withLogs = ids.filter((id) => report.summary.byEstimator[id]!.logged)
  const forecasting = ids.filter((id) => report.summary.forecast[id]!.n > 0)
  const choosing = ids.filter((id) => report.summary.regret[id]!.n > 0)
  const { repeat } = report.summary
  return [
    ...report.recordings.map((recording) =>
      [
        `${recording.name}: mean response time measured and estimated, ms`,
        ...recording.notes.map((note) => `  ${note}`),
        textTable(domainColumns(report), domainRows(recording.phases)),
      ].join('\n'),
    ),
    `Error of the mean response time\n${textTable(errorColumns(report), ids)}`,
    textTable(recordingColumns(report), report.recordings),
    `Phases of equal load but other arrivals predict each other with a median error of ${percent(repeat.medianApe)} (below 70 % CPU ${percent(repeat.below70.medianApe)}, from there ${percent(repeat.from70.medianApe)}).`,
    ...(withTails.length === 0
      ? []
      : [`Error of the 95th percentile\n${textTable(tailColumns(report), withTails)}`]),
    ...(withLogs.length === 0
      ? []
      : [`Error of the mean in the servers’ logs\n${textTable(loggedColumns(report), withLogs)}`]),
    ...(forecasting.length === 0
      ? ['No two recordings here have the same load and other weights, so nothing was forecast.']
      : [
          `Forecast of other weights from the recording with equal ones\n${textTable(forecastColumns(report), forecasting)}`,
          `Weights chosen among those measured\n${textTable(regretColumns(report), choosing)}`,
        ]),
    ...intervals(report),
    ...advised(report),
    ...report.leftOut,
  ].join('\n\n')
}

function intervals(report: AccuracyReport): string[] {
  const ids = Object.keys(report.summary.coverage)
  if (ids.length === 0) return []
  const tables = (['diagnosis', 'forecast'] as const).map((question) =>
    textTable(coverageColumns(question, report), ids),
  )
  return [
    `Measured means inside 90 % intervals, each recording left out in turn\n${tables.join('\n')}`,
  ]
}

function advised({ advice }: AccuracyReport): string[] {
  if (!advice) return []
  const aims = textTable(
    [
      { title: 'What is recommended', text: ({ aim }) => aim },
      { title: 'met', align: 'left', text: ({ isMet }) => (isMet ? 'yes' : 'NO') },
    ],
    advice.aims,
  )
  return [aims, ...advice.aims.map(({ aim, found }) => `${aim}: ${found}`), ...advice.notes]
}
