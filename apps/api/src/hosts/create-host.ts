import type { Actor } from '../access/actor.ts'
import { authoriseApprovalTags } from '../access/authorise-approval-tags.ts'
import { authoriseTags } from '../access/authorise-tags.ts'
import { audit } from '../audit/audit.ts'
import { type Db, isUniqueViolation } from '../db.ts'
import { conflict } from '../errors.ts'
import { type HostRow, loadHost } from './host-row.ts'

/**
 * @throws AppError `host-name-taken`; `forbidden` (`tags-not-yours`) outside of the caller's roles, and
 *   (`tags-of-approval`) for tags that rules of approval name
 */
export async function createHost(
  db: Db,
  actor: Actor,
  input: { name: string; notes: string; tags: string[] },
): Promise<HostRow> {
  authoriseTags(actor.principal, [input.tags])
  return db
    .$transaction(async (tx) => {
      await authoriseApprovalTags(tx, actor.principal, [], input.tags)
      const { id, name } = await tx.host.create({ data: input })
      await audit(tx, actor, { action: 'host.create', target: { kind: 'host', id, name } })
      return loadHost(tx, id)
    })
    .catch(refuseTakenName)
}

export function refuseTakenName(error: unknown): never {
  if (isUniqueViolation(error))
    throw conflict('host-name-taken', 'A host with that name already exists.')
  throw error
}
