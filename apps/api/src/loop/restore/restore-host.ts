import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { epochSecondsOf } from '../../epoch.ts'
import { invalid, unprocessable } from '../../errors.ts'
import type { JobModel } from '../../generated/prisma/models.ts'
import { weightsAt } from '../../hosts/history/weights-at.ts'
import { lockHost } from '../../hosts/host-row.ts'
import { createPlanIn } from '../../plans/create-plan.ts'
import type { PlanRow } from '../../plans/plan-row.ts'

/**
 * Has a plan made that puts the weights of a host back as they were at a moment. Domains that have
 * come since keep theirs, and those that have gone stay gone.
 * @throws AppError `host-not-found`, `nothing-to-restore`, `invalid` for a moment that has not come
 *   or in which the host was not known
 */
export async function restoreHost(
  deps: Deps,
  actor: Actor,
  hostId: string,
  at: Date,
): Promise<{ plan: PlanRow; job: JobModel }> {
  return deps.db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    if (at >= new Date()) throw invalid('body.at', 'must be in the past')
    if (at < host.createdAt) throw invalid('body.at', 'is before the host was known')
    const then = await weightsAt(tx, hostId, at)
    const weights = host.domains.flatMap(({ name, weight, goneAt }) => {
      const wanted = then.get(name)
      const differs = wanted !== undefined && wanted !== weight
      return differs && goneAt === null && name !== 'Domain-0'
        ? { domain: name, weight: wanted }
        : []
    })
    if (weights.length === 0) {
      throw unprocessable('nothing-to-restore', 'The weights are as they were at that moment.')
    }
    const wish = { weights, pins: [], domains: [], restoredEpochSeconds: epochSecondsOf(at) }
    const started = await createPlanIn(tx, deps, actor, { hostId, wish })
    await audit(tx, actor, {
      action: 'host.restore',
      target: { kind: 'host', id: hostId, name: host.name },
      detail: { at: at.toISOString(), planId: started.plan.id, weights },
    })
    return started
  })
}
