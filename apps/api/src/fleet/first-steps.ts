import type { FirstSteps } from '@steelyard/contract'
import type { Tx } from '../db.ts'

const own = { isSample: false }

/** How far a new installation has come; the samples do not count. */
export async function firstSteps(tx: Tx): Promise<FirstSteps> {
  const [recorded, analysed, targeted, connected, applied] = await Promise.all([
    tx.upload.findFirst({ where: { OR: [{ hostId: null }, { host: own }] }, select: { id: true } }),
    tx.analysis.findFirst({
      where: { finishedAt: { not: null }, host: own },
      select: { id: true },
    }),
    tx.domain.findFirst({
      where: { targetResponseTimeMs: { not: null }, host: own },
      select: { id: true },
    }),
    tx.host.findFirst({
      where: { access: { pinnedFingerprint: { not: null } } },
      select: { id: true },
    }),
    tx.application.findFirst({
      where: { kind: 'apply', state: 'verified' },
      select: { id: true },
    }),
  ])
  return {
    recorded: recorded !== null,
    analysed: analysed !== null,
    targeted: targeted !== null,
    connected: connected !== null,
    applied: applied !== null,
  }
}
