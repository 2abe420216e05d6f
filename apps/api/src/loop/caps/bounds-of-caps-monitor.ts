import type { CapsGrantBounds } from '@steelyard/contract'
import type { Tx } from '../../db.ts'
import { notFound } from '../../errors.ts'
import type { HostRow } from '../../hosts/host-row.ts'
import { findCapsMonitor } from './caps-monitor-row.ts'

/**
 * What a grant for caps allows: what the settings of the caps monitor allow now.
 * @throws AppError `caps-monitor-not-found`
 */
export async function boundsOfCapsMonitor(tx: Tx, { id }: HostRow): Promise<CapsGrantBounds> {
  const monitor = await findCapsMonitor(tx, id)
  if (!monitor) throw notFound('caps-monitor')
  const caps = monitor.settings.others.map(({ name, leastCapPercent, highestCapPercent }) => ({
    domain: name,
    leastCapPercent,
    highestCapPercent,
  }))
  return { caps }
}
