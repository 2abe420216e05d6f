import type { FleetView } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db.ts'
import { conflict } from '../errors.ts'
import type { FleetViewModel } from '../generated/prisma/models.ts'

const MOST_VIEWS = 50

/**
 * Keeps a view of the fleet for whoever asks, in place of one of the same name.
 * @throws AppError `too-many-views`
 */
export async function saveFleetView(
  db: Db,
  actor: Actor,
  { name, query }: { name: string; query: string },
): Promise<FleetView> {
  const userId = actor.principal.userId!
  return db.$transaction(async (tx) => {
    const others = await tx.fleetView.count({ where: { userId, name: { not: name } } })
    if (others >= MOST_VIEWS)
      throw conflict('too-many-views', 'Remove a view before you keep another.')
    const row = await tx.fleetView.upsert({
      where: { userId_name: { userId, name } },
      create: { userId, name, query },
      update: { query },
    })
    const target = { kind: 'fleet-view', id: row.id, name }
    await audit(tx, actor, { action: 'fleet-view.save', target, detail: { query } })
    return serialiseFleetView(row)
  })
}

export function serialiseFleetView({ id, name, query }: FleetViewModel): FleetView {
  return { id, name, query }
}
