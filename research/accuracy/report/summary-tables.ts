import { type Column, milliseconds, percent } from '../../../bench/index.ts'
import type {
  AccuracyReport,
  BandedErrors,
  DomainReport,
  PhaseReport,
  RecordingReport,
} from '../accuracy-report.ts'

/** One row per estimator. */
type Id = string

export function errorColumns({ summary }: AccuracyReport): Column<Id>[] {
  const of = (id: Id) => summary.byEstimator[id]!
  return [
    { title: 'estimator', text: (id) => id },
    { title: 'n', text: (id) => String(of(id).n) },
    { title: 'none', text: (id) => String(of(id).missing) },
    { title: 'median', text: (id) => percent(of(id).medianApe) },
    { title: 'mean', text: (id) => percent(of(id).meanApe) },
    { title: '<70 median', text: (id) => percent(of(id).below70.medianApe) },
    { title: '<70 mean', text: (id) => percent(of(id).below70.meanApe) },
    { title: '≥70 median', text: (id) => percent(of(id).from70.medianApe) },
    { title: '≥70 mean', text: (id) => percent(of(id).from70.meanApe) },
    { title: 'bias', text: (id) => percent(of(id).bias) },
  ]
}

export function tailColumns(report: AccuracyReport): Column<Id>[] {
  return bandColumns((id) => report.summary.byEstimator[id]!.p95!)
}

export function loggedColumns(report: AccuracyReport): Column<Id>[] {
  return bandColumns((id) => report.summary.byEstimator[id]!.logged!)
}

function bandColumns(of: (id: Id) => BandedErrors): Column<Id>[] {
  return [
    { title: 'estimator', text: (id) => id },
    { title: 'n', text: (id) => String(of(id).n) },
    { title: 'median', text: (id) => percent(of(id).medianApe) },
    { title: 'mean', text: (id) => percent(of(id).meanApe) },
    { title: '<70 median', text: (id) => percent(of(id).below70.medianApe) },
    { title: '≥70 median', text: (id) => percent(of(id).from70.medianApe) },
  ]
}

export function forecastColumns({ summary }: AccuracyReport): Column<Id>[] {
  const of = (id: Id) => summary.forecast[id]!
  const share = ({ right, of: all }: { right: number; of: number }) => `${right} of ${all}`
  return [
    { title: 'estimator', text: (id) => id },
    { title: 'n', text: (id) => String(of(id).n) },
    { title: 'median', text: (id) => percent(of(id).medianApe) },
    { title: 'mean', text: (id) => percent(of(id).meanApe) },
    { title: 'anchored median', text: (id) => percent(of(id).anchored.medianApe) },
    { title: 'direction right', text: (id) => share(of(id).directions) },
    { title: 'of clear changes', text: (id) => share(of(id).clearDirections) },
  ]
}

/** Columns of the public table, which shows diagnoses next to forecasts. */
export function benchmarkColumns(report: AccuracyReport): Column<Id>[] {
  const { byEstimator, forecast, coverage } = report.summary
  const errors = errorColumns(report).filter(({ title }) => !['median', 'mean'].includes(title))
  return [
    ...errors,
    { title: 'p95', text: (id) => percent(byEstimator[id]!.p95?.medianApe ?? null) },
    { title: 'forecasts', text: (id) => String(forecast[id]!.n) },
    { title: 'their median', text: (id) => percent(forecast[id]!.medianApe) },
    { title: 'their mean', text: (id) => percent(forecast[id]!.meanApe) },
    {
      title: 'inside 90 %',
      text: (id) => {
        const tried = coverage[id] ? [...coverage[id].diagnosis, ...coverage[id].forecast] : []
        const sum = (of: (each: (typeof tried)[number]) => number) =>
          tried.reduce((total, each) => total + of(each), 0)
        return percent(tried.length === 0 ? null : sum(({ inside }) => inside) / sum(({ n }) => n))
      },
    },
  ]
}

export function regretColumns({ summary }: AccuracyReport): Column<Id>[] {
  const of = (id: Id) => summary.regret[id]!
  return [
    { title: 'estimator', text: (id) => id },
    { title: 'chose the best', text: (id) => `${of(id).best} of ${of(id).n}` },
    { title: 'mean regret', text: (id) => percent(of(id).meanRegret) },
    { title: 'worst regret', text: (id) => percent(of(id).worstRegret) },
  ]
}

export function recordingColumns({ estimators }: AccuracyReport): Column<RecordingReport>[] {
  return [
    { title: 'median error', text: ({ name }) => name },
    ...estimators.map(({ id }) => ({
      title: SHORT[id] ?? id,
      text: ({ byEstimator }: RecordingReport) => percent(byEstimator[id]?.medianApe ?? null),
    })),
  ]
}

export interface DomainRow {
  phase: PhaseReport
  domain: DomainReport
}

/** Column titles short enough for eight estimators in 100 columns. */
const SHORT: Record<string, string> = {
  'delay-aware': 'delay',
  'delay-aware-calibrated': 'calibr',
  sandpiper: 'sandp',
  'measured-wait': 'wait',
  'processor-sharing': 'ps',
}

export function domainColumns({ estimators }: AccuracyReport): Column<DomainRow>[] {
  return [
    { title: 'phase', text: ({ phase }) => phase.label.replace(/^Phase /, '') },
    { title: 'CPU', text: ({ phase }) => percent(phase.utilisation) },
    { title: 'domain', align: 'left', text: ({ domain }) => domain.name },
    { title: 'weight', text: ({ domain }) => String(domain.weight) },
    { title: 'mean', text: ({ domain }) => milliseconds(domain.measured.mean) },
    { title: '±', text: ({ domain }) => milliseconds(domain.measured.meanHalfWidth) },
    { title: 'p95', text: ({ domain }) => milliseconds(domain.measured.p95) },
    ...estimators.map(({ id }) => ({
      title: SHORT[id] ?? id,
      text: ({ domain }: DomainRow) => milliseconds(domain.estimates[id]?.mean),
    })),
  ]
}

export function domainRows(phases: readonly PhaseReport[]): DomainRow[] {
  return phases.flatMap((phase) => phase.domains.map((domain) => ({ phase, domain })))
}
