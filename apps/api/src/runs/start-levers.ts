import type { AnalysisLoad } from '@steelyard/analysis'
import { isMissing, type Verdict } from '@steelyard/contract'
import { systemActor } from '../access/actor.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { enqueueRun } from './enqueue-run.ts'

/**
 * The fewest that distinguish an effect from chance with a dozen levers compared (three would need
 * changes of 14 standard deviations), because the next analysis should not wait long for them.
 */
const REPLICATIONS = 6

/**
 * After an analysis that found something wrong, lets the lab determine by itself what would help
 * most. Runs within the transaction that stores the analysis. Samples that the system imports are
 * left out, so that they do not slow down a first start; a button starts the lab there.
 */
export async function startLevers(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  {
    analysis: { id: analysisId, createdById },
    verdict,
    load,
  }: {
    analysis: { id: string; createdById: string | null }
    verdict: Verdict
    load: AnalysisLoad
  },
): Promise<void> {
  const isPlayable = !('cannot' in load.twin) && load.load.domains.length > 0
  if (!isMissing(verdict) || createdById === null || !isPlayable) return
  const question = { kind: 'levers' as const, analysisId }
  await enqueueRun(deps, tx, systemActor('worker'), {
    question,
    createdById,
    replications: REPLICATIONS,
  })
}
