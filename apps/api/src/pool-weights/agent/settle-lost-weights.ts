import type { Deps } from '../../deps.ts'
import { MINUTE_MS } from '../../milliseconds.ts'
import { lockPool } from '../../pools/pool-row.ts'
import { giveWeightJob, loadWeightPlan, NEVER_BEGUN } from '../weight-plan-row.ts'
import { settleWeight } from './settle-weight.ts'

/**
 * Agent: settles plans whose job has ended without doing so. What never began changed nothing. For
 * the others a new job asks what XAPI stores, once a minute while the pool answers.
 */
export async function settleLostWeights(deps: Deps, now = new Date()): Promise<void> {
  const hasEnded = { state: { in: ['failed', 'cancelled'] } }
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS)
  const lost = await deps.db.weightPlan.findMany({
    where: {
      state: { in: Object.keys(NEVER_BEGUN) },
      OR: [
        { begunAt: null, job: hasEnded },
        { pool: { state: 'connected' }, job: { ...hasEnded, finishedAt: { lt: aMinuteAgo } } },
      ],
    },
    select: { id: true, jobId: true, poolId: true },
  })
  for (const { id, jobId, poolId } of lost) {
    const settled = deps.db.$transaction(async (tx) => {
      await lockPool(tx, poolId)
      const plan = await loadWeightPlan(tx, id)
      if (plan.jobId !== jobId || !(plan.state in NEVER_BEGUN)) return
      if (plan.begunAt === null) await settleWeight(tx, plan, { code: 'never-begun' })
      else await giveWeightJob(deps, tx, plan, null)
    })
    // What fails about one plan must not keep the others waiting.
    await settled.catch((err) => deps.log.error({ err, id }, 'a lost weight was not settled'))
  }
}
