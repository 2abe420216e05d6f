import type { Db } from '../db.ts'
import type { GuestToFollow } from './follow-guests.ts'

/**
 * The guests' logs that a recording includes: all whose key is pinned, even if they failed the last
 * time. The operator sees why another is left out.
 */
export async function chooseGuests(
  db: Db,
  hostId: string,
): Promise<{ guests: GuestToFollow[]; warnings: string[] }> {
  const rows = await db.guestLog.findMany({
    where: { domain: { hostId } },
    include: { access: true, domain: { select: { name: true, goneAt: true } } },
    orderBy: { domain: { name: 'asc' } },
  })
  const guests: GuestToFollow[] = []
  const warnings: string[] = []
  for (const { domain, ...log } of rows) {
    const hindrance = hindranceOf(log, domain)
    if (hindrance) warnings.push(`The access log of ${domain.name} was left out: ${hindrance}`)
    else guests.push({ domain: domain.name, path: pathOf(domain.name, guests), log })
  }
  return { guests, warnings }
}

function hindranceOf(
  { access }: GuestToFollow['log'],
  { goneAt }: { goneAt: Date | null },
): string | null {
  if (goneAt) return 'the guest is no longer on the host.'
  return access?.pinnedFingerprint ? null : 'the key of the guest was not confirmed.'
}

/** The file name is for people to recognise; recording.json states which domain it belongs to. */
function pathOf(domain: string, others: readonly GuestToFollow[]): string {
  const name = domain.replace(/[/\\]/g, '_')
  const path = `access/${name}.log`
  return others.some((other) => other.path === path)
    ? `access/${name}-${others.length + 1}.log`
    : path
}
