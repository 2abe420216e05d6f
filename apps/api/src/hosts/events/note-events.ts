import type { DomainState, HostInventory } from '@steelyard/xen'
import type { Prisma, Tx } from '../../db.ts'
import type { DomainModel } from '../../generated/prisma/models.ts'
import type { HostEventDetail, HostEventKind } from '../../host-event.ts'

/** What the database knows of a host before a reading is stored. */
export interface HostAsRead {
  /** Null before the first reading. */
  inventory: HostInventory | null
  /** Those on the host. */
  domains: DomainModel[]
}

interface HostEvent {
  kind: HostEventKind
  domain: string | null
  detail: HostEventDetail
}

/** Writes what has happened to a host since the reading before, in the transaction of the reading. */
export async function noteEvents(
  tx: Tx,
  hostId: string,
  {
    before,
    now,
    readAt,
    cause,
  }: {
    before: HostAsRead
    now: HostInventory
    readAt: Date
    cause: { applicationId: string } | null
  },
): Promise<void> {
  await tx.hostEvent.createMany({
    data: eventsBetween(before, now).map(({ kind, domain, detail }) => ({
      hostId,
      at: readAt,
      kind,
      domain,
      detail: { ...detail, ...cause } as Prisma.InputJsonObject,
    })),
  })
}

/** Nothing has happened to a host that is read for the first time. */
export function eventsBetween(before: HostAsRead, now: HostInventory): HostEvent[] {
  if (!before.inventory) return []
  const events: HostEvent[] = []
  if (hasRebooted(before.inventory, now))
    events.push({ kind: 'host-rebooted', domain: null, detail: {} })
  for (const domain of now.domains) {
    const known = before.domains.find(({ name }) => name === domain.name)
    if (known) events.push(...changesOf(known, domain))
    else events.push({ kind: 'domain-appeared', domain: domain.name, detail: {} })
  }
  for (const { name } of before.domains)
    if (!now.domains.some((domain) => domain.name === name))
      events.push({ kind: 'domain-gone', domain: name, detail: {} })
  return events
}

function changesOf(known: DomainModel, domain: DomainState): HostEvent[] {
  const { name, uuid, id, weight, cap } = domain
  const events: HostEvent[] = []
  if (known.xenUuid !== uuid || known.xenId !== id)
    events.push({ kind: 'domain-restarted', domain: name, detail: {} })
  if (known.weight !== weight)
    events.push({ kind: 'weight', domain: name, detail: { before: known.weight, after: weight } })
  if (known.cap !== cap)
    events.push({ kind: 'cap', domain: name, detail: { before: known.cap, after: cap } })
  return events
}

/** Domain-0 runs from boot to boot: its CPU time never falls in between. */
function hasRebooted(before: HostInventory, now: HostInventory): boolean {
  const cpuTime = ({ domains }: HostInventory) => domains.find(({ id }) => id === 0)?.cpuTimeSeconds
  const [was, is] = [cpuTime(before), cpuTime(now)]
  return was !== undefined && is !== undefined && is < was
}
