import type { AnalysisLoad } from '@steelyard/analysis'
import { z } from 'zod'
import type { Db, Tx } from '../db.ts'
import { storedAnalysis } from './stored-analysis.ts'

const Measured = z.looseObject({
  domain: z.string(),
  meanSeconds: z.number().nullable(),
  p95Seconds: z.number().nullable(),
  measuredBy: z.enum(['client', 'access-log']).nullable(),
})

/** The parts of a load that its readers reach into; packages/analysis has the whole type. */
const StoredLoad = z.looseObject({
  load: z.looseObject({ domains: z.array(z.looseObject({ name: z.string() })) }),
  weights: z.record(z.string(), z.number()),
  scheduling: z.looseObject({}),
  calibration: z.looseObject({ domains: z.array(z.looseObject({})), domain0: z.looseObject({}) }),
  options: z.looseObject({}),
  range: z.object({ fromEpochSeconds: z.number(), toEpochSeconds: z.number() }),
  measured: z.array(Measured),
  twin: z.union([
    z.looseObject({ domain0: z.looseObject({}) }),
    z.looseObject({ cannot: z.looseObject({ code: z.string() }) }),
  ]),
})

/**
 * Of an analysis that has a result.
 * @throws AppError `analysis-unreadable`
 */
export async function loadAnalysisLoad(db: Db | Tx, analysisId: string): Promise<AnalysisLoad> {
  const row = await db.analysis.findUnique({
    where: { id: analysisId },
    select: { load: true },
  })
  return storedLoad(row?.load)
}

/** @throws AppError `analysis-unreadable` */
export function storedLoad(json: unknown): AnalysisLoad {
  return storedAnalysis(StoredLoad, json) as unknown as AnalysisLoad
}
