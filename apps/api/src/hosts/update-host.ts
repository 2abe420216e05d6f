import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { refuseTakenName } from './create-host.ts'
import { type HostRow, loadHost, lockHost } from './host-row.ts'

/** @throws AppError `host-not-found`, `host-name-taken` */
export async function updateHost(
  db: Db,
  actor: Actor,
  id: string,
  change: { name?: string | undefined; notes?: string | undefined; tags?: string[] | undefined },
): Promise<HostRow> {
  return db
    .$transaction(async (tx) => {
      const before = await lockHost(tx, id)
      await tx.host.update({ where: { id }, data: change })
      const target = { kind: 'host', id, name: before.name }
      await audit(tx, actor, { action: 'host.update', target, detail: change })
      return loadHost(tx, id)
    })
    .catch(refuseTakenName)
}
