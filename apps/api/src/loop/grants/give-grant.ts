import type { CapsGrantBounds, GrantBounds } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Prisma, Tx } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { PolicyGrantModel } from '../../generated/prisma/models.ts'
import { type HostRow, loadHost, lockHost } from '../../hosts/host-row.ts'
import { DAY_MS } from '../../milliseconds.ts'
import { confirmPerson } from '../../second-factors/confirm-person.ts'
import type { Proof } from '../../second-factors/proof.ts'
import type { GrantedLever } from './grant-row.ts'

const LONGEST_MS = 366 * DAY_MS

interface NewGrant {
  lever: GrantedLever
  /** What is allowed at most: what is set now, so that whatever is widened later does not widen it. */
  boundsOf(tx: Tx, host: HostRow): Promise<GrantBounds | CapsGrantBounds>
  expiresAt: Date
  proof: Proof
}

/**
 * Records a person's word that a lever may be changed on a host without anyone present.
 * @throws AppError `host-not-found`, as `confirmPerson` does, `invalid` for an end in the past or
 *   more than a year ahead, as `boundsOf` does
 */
export async function giveGrant(
  deps: Deps,
  actor: Actor,
  hostId: string,
  { lever, boundsOf, expiresAt, proof }: NewGrant,
): Promise<PolicyGrantModel> {
  const { name } = await loadHost(deps.db, hostId)
  const act = { action: 'policy-grant.give', target: { kind: 'host', id: hostId, name } }
  await confirmPerson(deps, actor, proof, act)
  checkEnd(expiresAt)
  return deps.db.$transaction(async (tx) => {
    const bounds = await boundsOf(tx, await lockHost(tx, hostId))
    const grant = await tx.policyGrant.create({
      data: {
        hostId,
        levers: [lever],
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
