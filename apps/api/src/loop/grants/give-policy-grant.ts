import type { GrantBounds } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Prisma } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { PolicyGrantModel } from '../../generated/prisma/models.ts'
import { loadHost, lockHost } from '../../hosts/host-row.ts'
import { confirmPerson } from '../../second-factors/confirm-person.ts'
import type { Proof } from '../../second-factors/proof.ts'
import { policyInForce } from '../policies/policy-in-force.ts'

const LONGEST_MS = 366 * 24 * 3600 * 1000

/**
 * Records a person's word that weights may be set on a host without anyone present. It is bound to
 * what the policy allows now: a policy that is widened later does not widen it.
 * @throws AppError `host-not-found`, as `confirmPerson` does, `invalid` for an end in the past or
 *   more than a year ahead
 */
export async function givePolicyGrant(
  deps: Deps,
  actor: Actor,
  hostId: string,
  { expiresAt, proof }: { expiresAt: Date; proof: Proof },
): Promise<PolicyGrantModel> {
  const { name } = await loadHost(deps.db, hostId)
  const act = { action: 'policy-grant.give', target: { kind: 'host', id: hostId, name } }
  await confirmPerson(deps, actor, proof, act)
  checkEnd(expiresAt)
  return deps.db.$transaction(async (tx) => {
    const host = await lockHost(tx, hostId)
    const { largestStep, payers } = (await policyInForce(tx, host)).settings
    const bounds: GrantBounds = { largestStep, payers }
    const grant = await tx.policyGrant.create({
      data: {
        hostId,
        levers: ['weight'],
        bounds: bounds as Prisma.InputJsonObject,
        givenById: actor.principal.userId,
        givenByName: actor.principal.name,
        expiresAt,
      },
    })
    const detail = { grantId: grant.id, levers: grant.levers, bounds, expiresAt }
    await audit(tx, actor, { ...act, detail })
    return grant
  })
}

function checkEnd(expiresAt: Date): void {
  const left = expiresAt.getTime() - Date.now()
  if (left <= 0) throw invalid('body.expiresAt', 'must be in the future')
  if (left > LONGEST_MS) throw invalid('body.expiresAt', 'must be within a year')
}
