import type { AnalysisLoad, PredictorBasis } from '@steelyard/analysis'
import { STATISTICS, secondsByStatistic } from '@steelyard/model'
import { z } from 'zod'
import type { Db, Tx } from '../db.ts'
import { jsonColumn } from '../json-column.ts'
import { ANALYSIS_UNREADABLE, storedAnalysis } from './stored-analysis.ts'

const Measured = z.looseObject({
  domain: z.string(),
  ...secondsByStatistic(() => z.number().nullable()),
  measuredBy: z.enum(['client', 'access-log']).nullable(),
})

/** The parts of a load that its readers reach into; packages/analysis has the whole type. */
const StoredLoad = z.looseObject({
  load: z.looseObject({ domains: z.array(z.looseObject({ name: z.string() })) }),
  levels: z.array(z.looseObject({ seconds: z.number() })),
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

/** `Analysis.load` */
export const analysisLoad = jsonColumn<AnalysisLoad>(
  'the load of an analysis',
  StoredLoad,
  ANALYSIS_UNREADABLE,
)

const ModelTime = z
  .object({ seconds: z.number(), logSpread: z.number(), runs: z.number() })
  .nullable()

const StoredBasis = z.object({
  by: z.string(),
  quick: z.string(),
  statistic: z.enum(STATISTICS),
  worst: z.record(z.string(), z.number()),
  anchors: z.record(z.string(), z.number()),
  errors: z.array(z.number()),
  outcomes: z.array(z.number()).default([]),
  hostUtilisation: z.number().nullable(),
  chance: z.record(z.string(), z.number()),
  now: z.record(z.string(), ModelTime),
  advised: z
    .object({
      weights: z.record(z.string(), z.number()),
      times: z.record(z.string(), ModelTime),
    })
    .nullable(),
})

/**
 * What later predictions of an analysis with a result start from.
 * @throws AppError `analysis-unreadable`
 */
export async function loadAnalysisLoad(
  db: Db | Tx,
  analysisId: string,
): Promise<{ known: AnalysisLoad; basis: PredictorBasis }> {
  const row = await db.analysis.findUnique({
    where: { id: analysisId },
    select: { load: true, predictorBasis: true },
  })
  return {
    known: analysisLoad.read(row?.load),
    basis: storedBasis(row?.predictorBasis),
  }
}

/**
 * `Analysis.predictorBasis`. Those of versions before know of no outcomes.
 * @throws AppError `analysis-unreadable`
 */
export function storedBasis(json: unknown): PredictorBasis {
  return storedAnalysis(StoredBasis, json) as PredictorBasis
}

export const packBasis = jsonColumn<PredictorBasis>('what predictions rest on', StoredBasis).write
