import type { AnalysedHost, HostToPlay } from '@steelyard/analysis'
import { words } from '@steelyard/words'
import { loadArrivals } from '../analyses/replay/stored-arrivals.ts'
import type { Db } from '../db.ts'
import { unprocessable } from '../errors.ts'
import { loadAnalysedHost } from './load-analysed-host.ts'

/** @throws AppError as `loadAnalysedHost` and `requirePlayable` do */
export async function loadHostToPlay(db: Db, analysisId: string): Promise<HostToPlay> {
  const host = requirePlayable(await loadAnalysedHost(db, analysisId))
  return { ...host, arrivals: await loadArrivals(db, analysisId) }
}

/** @throws AppError `twin-cannot-play` with what the twin lacks for it */
export function requirePlayable({ known, ...host }: AnalysedHost): Omit<HostToPlay, 'arrivals'> {
  const { twin } = known
  if ('cannot' in twin)
    throw unprocessable('twin-cannot-play', words.analyses.twinObstacle(twin.cannot))
  return { ...host, known: { ...known, twin } }
}
