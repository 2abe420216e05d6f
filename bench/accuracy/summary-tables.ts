import type { AccuracyReport, DomainReport, PhaseReport, RecordingReport } from './report.ts'
import { type Column, milliseconds, percent } from './text-table.ts'

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

export function tailColumns({ summary }: AccuracyReport): Column<Id>[] {
  const of = (id: Id) => summary.byEstimator[id]!.p95!
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

/** Column titles short enough for seven estimators in 100 columns. */
const SHORT: Record<string, string> = {
  'delay-aware': 'delay',
  'delay-aware-calibrated': 'calibr',
  sandpiper: 'sandp',
  'measured-wait': 'wait',
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
