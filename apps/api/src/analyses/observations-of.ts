import type { Db } from '../db.ts'
import { conflict } from '../errors.ts'
import {
  type KnownObservations,
  loadObservations,
} from '../uploads/observations/stored-observations.ts'
import { loadFinished } from './finished-analysis.ts'

/**
 * The observations behind a finished analysis.
 * @throws AppError `analysis-not-found`, `analysis-not-finished`, `observations-gone`
 */
export async function observationsOf(db: Db, analysisId: string): Promise<KnownObservations> {
  const { analysis } = await loadFinished(db, analysisId)
  const set =
    analysis.observationSetId &&
    (await db.observationSet.findUnique({ where: { id: analysis.observationSetId } }))
  if (set) return loadObservations(db, set)
  throw conflict(
    'observations-gone',
    'The data behind this analysis was deleted: analyse the uploads again.',
  )
}
