import { CATALOGUE } from '@steelyard/analysis'
import type { AnalysisResult } from '@steelyard/contract'
import { ESTIMATOR_IDS } from '@steelyard/model'
import {
  type CpuStats,
  type DurationStats,
  type InterArrivalStats,
  QUANTILES,
  type Quantile,
  type RequestStats,
} from '@steelyard/traces'
import type { Db } from '../../db.ts'
import { AppError } from '../../errors.ts'
import { cpuStats, requestStats } from '../../uploads/stored-source.ts'
import type { AnalysisWithUploads } from '../analysis-row.ts'
import type { WindowValues } from '../present/present-window.ts'

export type Cell = string | number | boolean | null
export type TableRow = Record<string, Cell>
type TableName = 'windows' | 'observations' | 'estimates' | 'errors' | 'recommendation'

const PERCENTILES = Object.keys(QUANTILES) as Quantile[]
const ROWS_PER_QUERY = 1000

/** The rows of a table, fetched as they are consumed. The name of each column includes its unit. */
export function tableRows(
  db: Db,
  table: TableName,
  analysis: AnalysisWithUploads,
  result: AnalysisResult,
): AsyncIterable<TableRow> | Iterable<TableRow> {
  switch (table) {
    case 'windows':
      return windowRows(db, analysis.id)
    case 'observations':
      if (!analysis.observationSetId) throw observationsGone()
      return observationRows(db, analysis.observationSetId)
    case 'estimates':
      return estimateRows(result)
    case 'errors':
      return result.errors.map(
        ({ estimator, domain, windows, mape, medianApe, biasMs, notValid }) => ({
          estimator,
          domain: domain ?? '(all)',
          windows,
          mape_fraction: mape,
          median_ape_fraction: medianApe,
          bias_ms: biasMs,
          not_valid: notValid.map(({ windows: n, reason }) => `${n} ${reason}`).join('; '),
        }),
      )
    case 'recommendation':
      return recommendationRows(result)
  }
}

function observationsGone(): AppError {
  return new AppError('gone', 'The observations were deleted with their upload.', {
    code: 'observations-deleted',
  })
}

async function* windowRows(db: Db, analysisId: string): AsyncGenerator<TableRow> {
  let after: { domain: string; windowStart: Date } | undefined
  for (;;) {
    const rows = await db.analysisWindow.findMany({
      where: { analysisId, ...laterThan(after) },
      orderBy: [{ domain: 'asc' }, { windowStart: 'asc' }],
      take: ROWS_PER_QUERY,
    })
    for (const row of rows) yield windowRow(row.domain, row.windowStart, row.values)
    after = rows.at(-1)
    if (rows.length < ROWS_PER_QUERY) return
  }
}

function windowRow(domain: string, windowStart: Date, json: unknown): TableRow {
  const values = json as WindowValues
  return {
    domain,
    window_start: windowStart.toISOString(),
    window_seconds: values.windowSeconds,
    weight: values.weight,
    requests: values.requests,
    arrival_rate_per_second: values.arrivalRatePerSecond,
    utilisation_pcpu: values.utilisation,
    service_time_ms: values.serviceTimeMs,
    runnable_wait_per_request_ms: values.runnableWaitPerRequestMs,
    measured_mean_ms: values.measuredMs,
    measured_p95_ms: values.measuredP95Ms,
    measured_requests: values.measuredRequests,
    measured_by: values.measuredBy,
    ...estimateColumns(values),
    delay_aware_service_ms: values.breakdown?.serviceMs ?? null,
    delay_aware_vm_delay_ms: values.breakdown?.vmDelayMs ?? null,
    delay_aware_domain0_delay_ms: values.breakdown?.domain0DelayMs ?? null,
  }
}

function estimateColumns({ estimatesMs, doubts }: WindowValues): TableRow {
  const column = (id: string, what: 'ms' | 'valid') => `${id.replaceAll('-', '_')}_${what}`
  return Object.fromEntries([
    ...CATALOGUE.map(({ id }) => [column(id, 'ms'), estimatesMs[id] ?? null]),
    ...ESTIMATOR_IDS.map((id) => [column(id, 'valid'), doubts[id].length === 0]),
  ])
}

async function* observationRows(db: Db, setId: string): AsyncGenerator<TableRow> {
  const set = await db.observationSet.findUniqueOrThrow({ where: { id: setId } })
  let after: { domain: string; windowStart: Date } | undefined
  for (;;) {
    const rows = await db.observation.findMany({
      where: { setId, ...laterThan(after) },
      orderBy: [{ domain: 'asc' }, { windowStart: 'asc' }],
      take: ROWS_PER_QUERY,
    })
    for (const row of rows) {
      yield {
        domain: row.domain,
        window_start: row.windowStart.toISOString(),
        window_seconds: set.windowSeconds,
        ...requestColumns('server', requestStats.readIfAny(row.requests)),
        ...requestColumns('client', requestStats.readIfAny(row.clientRequests)),
        ...cpuColumns(cpuStats.readIfAny(row.cpu)),
      }
    }
    after = rows.at(-1)
    if (rows.length < ROWS_PER_QUERY) return
  }
}

/** Selects the rows after a (domain, window), so that every page costs the same. */
function laterThan(after: { domain: string; windowStart: Date } | undefined) {
  if (!after) return {}
  const { domain, windowStart } = after
  return {
    OR: [{ domain: { gt: domain } }, { domain, windowStart: { gt: windowStart } }],
  }
}

function requestColumns(side: 'server' | 'client', stats: RequestStats | null): TableRow {
  const gaps: InterArrivalStats | null = stats?.interArrival ?? null
  const duration: DurationStats | null = stats?.duration ?? null
  return {
    [`${side}_arrivals`]: stats?.arrivals ?? null,
    [`${side}_errors`]: stats?.errors ?? null,
    [`${side}_completions`]: stats?.completions?.count ?? null,
    [`${side}_completed_errors`]: stats?.completions?.errors ?? null,
    [`${side}_covered_seconds`]: stats?.coveredSeconds ?? null,
    [`${side}_inter_arrival_mean_seconds`]: gaps?.meanSeconds ?? null,
    [`${side}_inter_arrival_variance_seconds2`]: gaps?.varianceSeconds2 ?? null,
    [`${side}_inter_arrival_resolution`]: gaps?.resolution ?? null,
    [`${side}_duration_count`]: duration?.count ?? null,
    [`${side}_duration_mean_seconds`]: duration?.meanSeconds ?? null,
    [`${side}_duration_variance_seconds2`]: duration?.varianceSeconds2 ?? null,
    ...Object.fromEntries(
      PERCENTILES.map((each) => [
        `${side}_duration_${each}_seconds`,
        duration?.[`${each}Seconds`] ?? null,
      ]),
    ),
    [`${side}_mean_bytes`]: stats?.meanBytes ?? null,
  }
}

function cpuColumns(cpu: CpuStats | null): TableRow {
  return {
    cpu_source: cpu?.source ?? null,
    cpu_used_seconds: cpu?.usedSeconds ?? null,
    cpu_runnable_wait_seconds: cpu?.runnableWaitSeconds ?? null,
    cpu_blocked_seconds: cpu?.blockedSeconds ?? null,
    cpu_dispatches: cpu?.dispatches ?? null,
    cpu_covered_seconds: cpu?.coveredSeconds ?? null,
  }
}

function estimateRows({ domains }: AnalysisResult): TableRow[] {
  return domains.flatMap((domain) =>
    domain.estimates.map((estimate) => ({
      domain: domain.domain,
      weight: domain.weight,
      share: domain.share,
      measured_mean_ms: domain.measured?.meanMs ?? null,
      observed_ms: domain.observedMs,
      predicted_now_ms: domain.predictedNow?.ms ?? null,
      predicted_now_low_ms: domain.predictedNow?.lowMs ?? null,
      predicted_now_high_ms: domain.predictedNow?.highMs ?? null,
      target_ms: domain.target?.responseTimeMs ?? null,
      estimator: estimate.estimator,
      estimate_ms: estimate.responseTimeMs,
      service_ms: estimate.breakdown?.serviceMs ?? null,
      vm_delay_ms: estimate.breakdown?.vmDelayMs ?? null,
      domain0_delay_ms: estimate.breakdown?.domain0DelayMs ?? null,
      valid: estimate.valid,
      reasons: estimate.reasons.join(' '),
    })),
  )
}

function recommendationRows({ recommendation }: AnalysisResult): TableRow[] {
  return (recommendation?.domains ?? []).map((domain) => ({
    domain: domain.domain,
    weight_before: domain.weightBefore,
    weight_after: domain.weightAfter,
    share_before: domain.shareBefore,
    share_after: domain.shareAfter,
    measured_ms: domain.measuredMs,
    statistic: recommendation!.statistic,
    predicted_before_ms: domain.predictedBefore?.ms ?? null,
    predicted_before_low_ms: domain.predictedBefore?.lowMs ?? null,
    predicted_before_high_ms: domain.predictedBefore?.highMs ?? null,
    predicted_after_ms: domain.predictedAfter?.ms ?? null,
    predicted_after_low_ms: domain.predictedAfter?.lowMs ?? null,
    predicted_after_high_ms: domain.predictedAfter?.highMs ?? null,
    model_after_ms: domain.modelMs,
    target_ms: domain.targetMs,
    meets_target: domain.meetsTarget,
    excluded: domain.excluded,
  }))
}
