import type { Hotspot } from '@steelyard/loop'
import { type Saying, words } from '@steelyard/words'
import type { Tx } from '../../db.ts'
import { dateOf } from '../../epoch.ts'
import { notify } from '../../notifications/notify.ts'
import { writeJournal } from '../journal/write-journal.ts'
import { momentPath } from './moment-path.ts'
import { hotspotFigures } from './serialise-hotspot.ts'
import { hotspotEvidence } from './stored-evidence.ts'
import type { TriggeredHost } from './take-in-minutes.ts'

/** Stores a hotspot that has opened or closed, and tells of it. */
export async function noteHotspot(
  tx: Tx,
  host: Pick<TriggeredHost, 'id' | 'name'>,
  { domain, openedAtEpochSeconds, evidence, closedAtEpochSeconds, closingEvidence }: Hotspot,
  now: Date,
): Promise<void> {
  const openedAt = dateOf(openedAtEpochSeconds)
  const key = { hostId: host.id, domain, openedAt }
  const closing = {
    closedAt: closedAtEpochSeconds === null ? null : dateOf(closedAtEpochSeconds),
    ...(closingEvidence ? { closingEvidence: hotspotEvidence.write(closingEvidence) } : {}),
  }
  const { id } = await tx.hotspot.upsert({
    where: { hostId_domain_openedAt: key },
    create: { ...key, ...closing, evidence: hotspotEvidence.write(evidence) },
    update: closing,
  })
  const isOpen = closing.closedAt === null
  const path = momentPath(host.id, openedAt, closing.closedAt)
  const saying: Saying = closingEvidence
    ? { code: 'hotspot-closed', ...hotspotFigures(domain, closingEvidence) }
    : { code: 'hotspot-opened', ...hotspotFigures(domain, evidence) }
  const title = words.notifications.targetTitle(host.name, domain, isOpen ? 'missed' : 'kept')
  await tellHotspot(tx, host.id, { id, isOpen, title, saying, domain, path }, now)
}

interface Told {
  id: string
  isOpen: boolean
  title: string
  saying: Saying
  domain: string
  /** The page that shows it. */
  path: string
}

/** The line in the journal, and the notification. */
export async function tellHotspot(
  tx: Tx,
  hostId: string,
  { id, isOpen, title, saying, domain, path }: Told,
  now: Date,
): Promise<void> {
  const event = isOpen ? 'hotspot-opened' : 'hotspot-closed'
  await writeJournal(tx, { hostId, decision: event, saying, hotspotId: id }, now)
  const detail = { hotspotId: id, domain }
  await notify(tx, { event, hostId, title, text: words.loop.saying(saying), path, detail })
}
