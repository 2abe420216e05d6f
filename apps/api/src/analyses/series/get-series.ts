import type { Series, SeriesPoint } from '@steelyard/contract'
import { ESTIMATOR_IDS } from '@steelyard/model'
import type { Db } from '../../db.ts'
import { loadFinished } from '../finished-analysis.ts'
import type { WindowValues } from '../present/present-window.ts'
import { thinSeries } from './thin-series.ts'

/** @throws AppError `analysis-not-found`, `analysis-not-finished` */
export async function getSeries(db: Db, id: string, maxPoints: number): Promise<Series> {
  const { result } = await loadFinished(db, id)
  const domains: Series['domains'] = []
  let thinned = false
  // One domain at a time, because a long recording of many domains would take much memory.
  for (const { domain } of result.domains) {
    const rows = await db.analysisWindow.findMany({
      where: { analysisId: id, domain },
      orderBy: { windowStart: 'asc' },
    })
    const points = rows.map((row) =>
      pointOf(row.windowStart, row.values as unknown as WindowValues),
    )
    const kept = thinSeries(points, maxPoints, highestOf)
    thinned ||= kept.length < points.length
    domains.push({ domain, points: kept })
  }
  return { windowSeconds: result.windowSeconds, thinned, domains }
}

function pointOf(windowStart: Date, values: WindowValues): SeriesPoint {
  return {
    at: windowStart.toISOString(),
    measuredMs: values.measuredMs,
    arrivalRatePerSecond: values.arrivalRatePerSecond,
    utilisation: values.utilisation,
    estimatesMs: values.estimatesMs,
    notValid: ESTIMATOR_IDS.filter((id) => values.doubts[id].length > 0),
    breakdown: values.breakdown,
  }
}

/** Peaks of the measurements must not be lost or, without measurements, those of the estimates. */
function highestOf({ measuredMs, estimatesMs }: SeriesPoint): number | null {
  return measuredMs ?? estimatesMs['delay-aware'] ?? null
}
