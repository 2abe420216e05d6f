import type { RecordingFacts } from '@steelyard/xen'
import type { Db } from '../db.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import { applicationStep } from '../stored-changes.ts'

export interface WeightChange {
  atSeconds: number
  domain: string
  weight: number
}

/**
 * The weights that changed while the host was recorded. Those that Steelyard wrote are dated by
 * their read-back. The time of other changes is unknown, so they are put at the end and listed.
 */
export async function weightChangesOf(
  db: Db,
  hostId: string,
  facts: RecordingFacts,
): Promise<{ changes: WeightChange[]; undated: string[] }> {
  const { startedAtHostSeconds, clock, xentop } = facts
  const { hostMinusOursSeconds } = clock
  const end = xentop.lastSampleAtHostSeconds
  const weights = new Map(facts.domains.map(({ name, weight }) => [name, weight]))
  const changes: WeightChange[] = []
  const note = (domain: string, weight: number, atHostSeconds: number) => {
    if (!weights.has(domain) || weights.get(domain) === weight) return
    weights.set(domain, weight)
    changes.push({ domain, weight, atSeconds: atHostSeconds - startedAtHostSeconds })
  }
  const ours = (hostSeconds: number) => dateOf(hostSeconds - hostMinusOursSeconds)
  const steps = await db.applicationStep.findMany({
    where: {
      kind: { in: ['read-back', 'restored'] },
      application: { hostId },
      startedAt: { gte: ours(startedAtHostSeconds), lte: ours(end) },
    },
    orderBy: { startedAt: 'asc' },
  })
  for (const { detail, startedAt } of steps) {
    const step = applicationStep.read(detail)
    if (!('found' in step) || !('weight' in step.found)) continue
    note(step.name, step.found.weight, epochSecondsOf(startedAt) + hostMinusOursSeconds)
  }
  const dated = changes.length
  for (const { kind, name, after } of facts.changes) {
    if (kind === 'weight' && after !== null) note(name, after, end)
  }
  return { changes, undated: changes.slice(dated).map(({ domain }) => domain) }
}
