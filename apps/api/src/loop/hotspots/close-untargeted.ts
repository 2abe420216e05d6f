import { words } from '@steelyard/words'
import type { Tx } from '../../db.ts'
import { momentPath } from './moment-path.ts'
import { tellHotspot } from './note-hotspot.ts'
import type { TargetedDomain, TriggeredHost } from './take-in-minutes.ts'

/** Closes what is open about a domain that the trigger does not look at any more, and forgets it. */
export async function closeUntargeted(
  tx: Tx,
  { id: hostId, name }: Pick<TriggeredHost, 'id' | 'name'>,
  targeted: readonly TargetedDomain[],
  now: Date,
): Promise<void> {
  const others = { hostId, domain: { notIn: targeted.map(({ domain }) => domain) } }
  await tx.triggerMemory.deleteMany({ where: others })
  const closed = await tx.hotspot.updateManyAndReturn({
    where: { ...others, closedAt: null },
    data: { closedAt: now },
    select: { id: true, domain: true, openedAt: true },
  })
  for (const { id, domain, openedAt } of closed) {
    const path = momentPath(hostId, openedAt, now)
    const saying = { code: 'looked-at-no-more', domain } as const
    const title = words.notifications.targetTitle(name, domain, 'looked-at-no-more')
    await tellHotspot(tx, hostId, { id, isOpen: false, title, saying, domain, path }, now)
  }
}
