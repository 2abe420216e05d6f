import type { Db, Tx } from '../../db.ts'
import type { HostEventDetail } from '../../host-event.ts'
import { recordedChanges } from '../../stored-changes.ts'

interface Undo {
  atMs: number
  domain: string
  weight: number
}

/**
 * The weights of the domains that a host has now as they were at a moment, by name: those in force
 * with every change since taken back, newest first. Both what Steelyard wrote and what readings
 * showed counts; a change that is known from both is taken back twice, which makes no difference.
 */
export async function weightsAt(
  db: Db | Tx,
  hostId: string,
  at: Date,
): Promise<ReadonlyMap<string, number>> {
  const domains = await db.domain.findMany({
    where: { hostId, goneAt: null, weight: { not: null } },
    select: { name: true, weight: true },
  })
  const weights = new Map(domains.map(({ name, weight }) => [name, weight!]))
  const undone = [...(await written(db, hostId, at)), ...(await seen(db, hostId, at))]
  for (const { domain, weight } of undone.sort((a, b) => b.atMs - a.atMs)) {
    if (weights.has(domain)) weights.set(domain, weight)
  }
  return weights
}

/** What was written since and still stands; an application that restored all changed nothing. */
async function written(db: Db | Tx, hostId: string, since: Date): Promise<Undo[]> {
  const rows = await db.application.findMany({
    where: {
      hostId,
      finishedAt: { gte: since },
      OR: [
        { kind: 'apply', state: 'verified' },
        { kind: 'roll-back', state: 'rolled-back' },
      ],
    },
    select: { kind: true, before: true, finishedAt: true },
  })
  return rows.flatMap(({ kind, before, finishedAt }) =>
    (recordedChanges.readIfAny(before) ?? []).flatMap((change) => {
      if (change.lever !== 'weight') return []
      const { weight } = kind === 'apply' ? change.before : change.after
      return { atMs: finishedAt!.getTime(), domain: change.name, weight }
    }),
  )
}

async function seen(db: Db | Tx, hostId: string, since: Date): Promise<Undo[]> {
  const rows = await db.hostEvent.findMany({
    where: { hostId, kind: 'weight', at: { gte: since }, domain: { not: null } },
    orderBy: { at: 'asc' },
  })
  return rows.flatMap(({ at, domain, detail }) => {
    const { before = null } = detail as HostEventDetail
    return before === null ? [] : { atMs: at.getTime(), domain: domain!, weight: before }
  })
}
