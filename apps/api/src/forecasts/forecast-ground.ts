import type { AnalysisLoad } from '@steelyard/analysis'
import type { SlaTarget, Statistic } from '@steelyard/contract'
import { loadAnalysisLoad } from '../analyses/analysis-load.ts'
import { loadFinished } from '../analyses/finished-analysis.ts'
import type { Db } from '../db.ts'
import { conflict, unprocessable } from '../errors.ts'

/** What a forecast rests on: an analysed host and what was promised for its domains. */
export interface ForecastGround {
  known: AnalysisLoad
  targets: readonly SlaTarget[]
  /** What targets hold for. */
  statistic: Statistic
  /** By domain: that statistic, as measured. */
  peaksMs: ReadonlyMap<string, number>
}

/**
 * @throws AppError `analysis-not-found`, `analysis-not-finished`, `analysis-too-old`,
 *   `service-times-unknown`
 */
export async function loadGround(db: Db, analysisId: string): Promise<ForecastGround> {
  const { analysis, result } = await loadFinished(db, analysisId)
  const known = await loadAnalysisLoad(db, analysisId)
  if (!known) {
    throw conflict(
      'analysis-too-old',
      'This analysis was made by an older version, which did not keep what forecasts need: analyse the uploads again.',
    )
  }
  if (known.load.domains.length === 0) {
    throw unprocessable(
      'service-times-unknown',
      'No forecast without service times: analyse together with a CPU trace or the server’s log.',
    )
  }
  return {
    known,
    targets: analysis.targets as unknown as SlaTarget[],
    statistic: result.targetStatistic,
    peaksMs: new Map(
      result.domains.flatMap(({ domain, peakResponseTimeMs }) =>
        peakResponseTimeMs === null ? [] : [[domain, peakResponseTimeMs]],
      ),
    ),
  }
}
