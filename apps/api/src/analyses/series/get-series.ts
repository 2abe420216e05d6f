import type { Series, SeriesPoint } from '@steelyard/contract'
import { ESTIMATOR_IDS, type EstimatorId, type ValidityCode } from '@steelyard/model'
import type { Db } from '../../db.ts'
import { loadFinished } from '../finished-analysis.ts'
import { type WindowValues, windowValues } from '../present/present-window.ts'
import { thinSeries } from './thin-series.ts'

/** @throws AppError `analysis-not-found`, `analysis-not-finished` */
export async function getSeries(
  db: Db,
  { id, maxPoints }: { id: string; maxPoints: number },
): Promise<Series> {
  const { result } = await loadFinished(db, id)
  const domains: Series['domains'] = []
  let thinned = false
  // One domain at a time, because a long recording of many domains would take much memory.
  for (const { domain } of result.domains) {
    const rows = await db.analysisWindow.findMany({
      where: { analysisId: id, domain },
      orderBy: { windowStart: 'asc' },
    })
    const points = rows.map((row) => seriesPoint(row.windowStart, windowValues.read(row.values)))
    const kept = thinSeries(points, maxPoints, {
      heightOf: highestOf,
      marksOf: ({ saturated }) => saturated,
    })
    thinned ||= kept.length < points.length
    domains.push({ domain, points: kept })
  }
  return { windowSeconds: result.windowSeconds, thinned, domains }
}

/** One window of a domain as a point of its series. */
export function seriesPoint(windowStart: Date, values: WindowValues): SeriesPoint {
  return {
    at: windowStart.toISOString(),
    measuredMs: values.measuredMs,
    measuredP95Ms: values.measuredP95Ms,
    arrivalRatePerSecond: values.arrivalRatePerSecond,
    utilisation: values.utilisation,
    estimatesMs: values.estimatesMs,
    notValid: ESTIMATOR_IDS.filter((id) => values.doubts[id].length > 0),
    saturated: ESTIMATOR_IDS.filter((id) => isSaturated(values, id)),
    breakdown: values.breakdown,
  }
}

const SATURATED: readonly ValidityCode[] = ['saturated', 'host-saturated']

/** The published formula stays finite on a saturated host: its value is doubted, not missing. */
function isSaturated({ estimatesMs, doubts }: WindowValues, id: EstimatorId): boolean {
  return estimatesMs[id] === null && doubts[id].some((code) => SATURATED.includes(code))
}

/** The highest measurements must not be lost or, without measurements, the highest estimates. */
function highestOf({ measuredMs, estimatesMs }: SeriesPoint): number | null {
  return measuredMs ?? estimatesMs['delay-aware'] ?? null
}
