import type { FirstSteps } from '@steelyard/contract'
import type { Tx } from '../db.ts'

const own = { isSample: false }

/** How far a new installation has come; the samples do not count. */
export async function firstSteps(tx: Tx): Promise<FirstSteps> {
  const uploads = await tx.upload.count({ where: { OR: [{ hostId: null }, { host: own }] } })
  const analyses = await tx.analysis.count({ where: { finishedAt: { not: null }, host: own } })
  const targets = await tx.domain.count({
    where: { targetResponseTimeMs: { not: null }, host: own },
  })
  const connections = await tx.host.count({
    where: { access: { pinnedFingerprint: { not: null } } },
  })
  const applications = await tx.application.count({ where: { kind: 'apply', state: 'verified' } })
  return {
    recorded: uploads > 0,
    analysed: analyses > 0,
    targeted: targets > 0,
    connected: connections > 0,
    applied: applications > 0,
  }
}
