import type { Actor } from '../access/actor.ts'
import { authoriseApprovalTags } from '../access/authorise-approval-tags.ts'
import { authoriseTags } from '../access/authorise-tags.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { refuseTakenName } from './create-host.ts'
import { holdPoolOf, refreshPoolOf } from './grouping/refresh-pool.ts'
import { type HostRow, loadHost, lockHost } from './host-row.ts'

/**
 * @throws AppError `host-not-found`, `host-name-taken`; `forbidden` (`tags-not-yours`) for tags that
 *   would take the host out of the caller's roles, or into those of others, and
 *   (`tags-of-approval`) for those that rules of approval name
 */
export async function updateHost(
  db: Db,
  actor: Actor,
  id: string,
  change: { name?: string | undefined; notes?: string | undefined; tags?: string[] | undefined },
): Promise<HostRow> {
  return db
    .$transaction(async (tx) => {
      await holdPoolOf(tx, id)
      const before = await lockHost(tx, id)
      if (change.tags) {
        authoriseTags(actor.principal, changesOf(before.tags, change.tags))
        await authoriseApprovalTags(tx, actor.principal, before.tags, change.tags)
      }
      await tx.host.update({ where: { id }, data: change })
      await refreshPoolOf(tx, id)
      const target = { kind: 'host', id, name: before.name }
      await audit(tx, actor, { action: 'host.update', target, detail: change })
      return loadHost(tx, id)
    })
    .catch(refuseTakenName)
}

/** Each tag that comes or goes, by itself, and what remains. */
function changesOf(before: readonly string[], after: readonly string[]): string[][] {
  const come = after.filter((tag) => !before.includes(tag))
  const gone = before.filter((tag) => !after.includes(tag))
  return [...[...come, ...gone].map((tag) => [tag]), [...after]]
}
