import { foretellOutcome } from '@steelyard/analysis'
import { lockHostRow } from '../../hosts/host-row.ts'
import { handleJob, type JobContext } from '../../jobs/handle-job.ts'
import { holdOwnJob } from '../../jobs/hold-own-job.ts'
import { foretoldOf, wishOf } from '../../plans/stored-wish.ts'
import { loadAnalysedHost } from '../../runs/load-analysed-host.ts'
import type { StoredOutcome } from '../../stored-outcome.ts'
import {
  loadRecommendation,
  type RecommendationRow,
} from '../recommendations/recommendation-row.ts'
import { turnRecommendation } from '../recommendations/turn-recommendation.ts'
import { judgeOutcomeKind } from './judge-outcome.kind.ts'
import { noOutcome } from './no-outcome.ts'
import { outcomeOf } from './outcome-of.ts'
import { outcomeTurn } from './outcome-turn.ts'
import { whatCame } from './what-came.ts'

type Context = JobContext<{
  recommendationId: string
  fromEpochSeconds: number
  toEpochSeconds: number
}>

/** Worker: compares what came after a change with what was foretold for the load that came. */
export const judgeOutcome = handleJob(judgeOutcomeKind, async (context) => {
  const { deps, payload } = context
  const row = await loadRecommendation(deps.db, payload.recommendationId)
  if (row.state !== 'applied') return undefined
  const outcome = await judged(context, row)
  const turn = outcome ? outcomeTurn(outcome, new Date()) : noOutcome('work-gone')
  await deps.db.$transaction(async (tx) => {
    await lockHostRow(tx, row.hostId)
    await holdOwnJob(tx, context)
    // Somebody may have rolled it back meanwhile.
    const now = await loadRecommendation(tx, row.id)
    if (now.state === 'applied') await turnRecommendation(tx, now, turn, new Date())
  })
  return { outcome: outcome?.state ?? 'unknown' }
})

async function judged(
  { deps, payload, signal, progress }: Context,
  { hostId, analysisId, plan }: RecommendationRow,
): Promise<StoredOutcome | null> {
  if (analysisId === null || plan === null) return null
  const { weights, analysed } = wishOf(plan)
  const host = await loadAnalysedHost(deps.db, analysisId)
  const came = await whatCame(deps, hostId, payload)
  const foretold = await foretellOutcome(
    {
      host,
      weightsBefore: weightsBy(analysed),
      weightsAfter: weightsBy(weights),
      range: came.range,
      ratesPerSecond: came.ratesPerSecond,
      arrivals: came.arrivals,
    },
    {
      signal,
      onProgress: (done) => progress({ stage: 'Playing the load that came', done, total: 1 }),
    },
  )
  return outcomeOf({ host, predicted: foretoldOf(plan), foretold, came })
}

function weightsBy(weights: readonly { domain: string; weight?: number }[]) {
  return Object.fromEntries(
    weights.flatMap(({ domain, weight }) => (weight === undefined ? [] : [[domain, weight]])),
  )
}
