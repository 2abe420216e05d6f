import type { AnalysisResult } from '@steelyard/contract'
import type { Db } from '../db.ts'
import { conflict } from '../errors.ts'
import { type AnalysisWithUploads, analysisState, loadAnalysis } from './analysis-row.ts'
import { resultOf } from './stored-result.ts'

/** @throws AppError `analysis-not-found`, `analysis-not-finished` */
export async function loadFinished(
  db: Db,
  id: string,
): Promise<{ analysis: AnalysisWithUploads; result: AnalysisResult }> {
  const analysis = await loadAnalysis(db, id)
  const state = analysisState(analysis)
  if (state !== 'succeeded') {
    throw conflict('analysis-not-finished', `This analysis has no result: it is ${state}.`)
  }
  return { analysis, result: resultOf(analysis)! }
}
