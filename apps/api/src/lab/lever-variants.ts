import { idlePCpus, leverLab } from '@steelyard/simulator'
import type { Db } from '../db.ts'
import { loadGround } from '../forecasts/forecast-ground.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { leverOptions } from './lever-ground.ts'
import { analysedHost } from './played-host.ts'

/**
 * Every lever of an analysed host, to be held against the targets of its analysis.
 * @throws AppError as `analysedHost` does
 * @throws TwinError
 */
export async function leverVariants(
  db: Db,
  analysisId: string,
): Promise<Pick<LabSetUp, 'variants' | 'levers' | 'notes'> & { seconds: number }> {
  const { known } = await loadGround(db, analysisId)
  const { domains, statistic, options } = await leverOptions(db, analysisId, known)
  const { config, seconds, notes } = await analysedHost(db, analysisId)
  const variants = leverLab(config, options)
  return {
    variants: variants.map(({ lever: _, ...variant }) => variant),
    levers: {
      domains,
      statistic,
      idlePCpus: idlePCpus(config),
      kinds: new Map(variants.map(({ id, lever }) => [id, lever])),
    },
    seconds,
    notes,
  }
}
