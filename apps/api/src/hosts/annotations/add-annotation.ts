import type { HostMark } from '@steelyard/contract'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db.ts'
import { conflict, invalid } from '../../errors.ts'
import { lockHostRow } from '../host-row.ts'
import { markOf } from './annotation-marks.ts'

/** So that nobody fills the database by it. */
const MOST_ANNOTATIONS = 10_000

/**
 * Writes on the time axis of a host.
 * @throws AppError `host-not-found`, `invalid` for an end before the beginning, `too-many-annotations`
 */
export async function addAnnotation(
  db: Db,
  actor: Actor,
  hostId: string,
  { at, to, text }: { at: string; to: string | null; text: string },
): Promise<HostMark> {
  if (to !== null && Date.parse(to) <= Date.parse(at))
    throw invalid('body.to', 'must be later than `at`')
  return db.$transaction(async (tx) => {
    const { name } = await lockHostRow(tx, hostId)
    if ((await tx.annotation.count({ where: { hostId } })) >= MOST_ANNOTATIONS)
      throw conflict('too-many-annotations', 'Remove an annotation before you add another.')
    const row = await tx.annotation.create({
      data: { hostId, at, to, text, writtenBy: actor.principal.name },
    })
    const target = { kind: 'host', id: hostId, name }
    await audit(tx, actor, {
      action: 'annotation.add',
      target,
      detail: { id: row.id, at, to, text },
    })
    return markOf(row)
  })
}
