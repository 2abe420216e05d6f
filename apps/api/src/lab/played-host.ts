import { twinOfLoad } from '@steelyard/analysis'
import type { TwinConfig } from '@steelyard/simulator'
import { loadArrivals } from '../analyses/replay/stored-arrivals.ts'
import type { Db } from '../db.ts'
import { loadGround } from '../forecasts/forecast-ground.ts'
import { playedSeconds } from '../forecasts/played-seconds.ts'
import { requirePlayable } from '../forecasts/require-playable.ts'

/** A host that variants are made of. */
export interface PlayedHost {
  config: TwinConfig
  /** As long as there are arrivals for it, or as long as gives figures. */
  seconds: number
  notes: string[]
}

/**
 * The twin of an analysed host. Fitting it takes up to a second: for the worker, not for the API.
 * @throws AppError as `loadGround` and `requirePlayable` do
 * @throws TwinError
 */
export async function analysedHost(db: Db, analysisId: string): Promise<PlayedHost> {
  const { known } = await loadGround(db, analysisId)
  const recorded = await loadArrivals(db, analysisId)
  const { config, notes } = twinOfLoad(requirePlayable(known), recorded)
  return { config, notes, seconds: playedSeconds(known, recorded) }
}
