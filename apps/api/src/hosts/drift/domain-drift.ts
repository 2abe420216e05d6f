import type { AppliedWeight, DomainDrift } from '@steelyard/contract'
import { words } from '@steelyard/words'
import { configLines, type HostInventory, type LeftValues, leftDrift } from '@steelyard/xen'
import { z } from 'zod'
import type { DomainModel } from '../../generated/prisma/models.ts'
import { jsonColumn } from '../../json-column.ts'

/** The content of the column `Domain.applied`: the values left on a domain, and its UUID. */
export interface AppliedValues extends LeftValues {
  uuid: string
  xenId: number | null
  applicationId: string
  appliedAt: string
}

/** `Domain.applied` */
export const appliedValues = jsonColumn<AppliedValues>(
  'the values that were left on a domain',
  z.looseObject({ uuid: z.string(), applicationId: z.string(), appliedAt: z.string() }),
)

type Reading = Pick<DomainModel, 'applied' | 'xenUuid' | 'xenId' | 'goneAt'>

/** The difference between what Steelyard left on a domain and what the last reading found there. */
export function driftOf(domain: Reading, inventory: HostInventory | null): DomainDrift[] {
  const applied = appliedValues.readIfAny(domain.applied)
  if (!applied) return []
  if (domain.goneAt) return [{ kind: 'gone', text: words.hosts.domainGone }]
  if (!inventory || domain.xenUuid === null) return []
  const values = leftDrift(applied, inventory, domain.xenUuid)
  // A domain that restarted with the same values has them in its configuration file, so there is no
  // drift.
  return values.length > 0 ? [...restart(domain, applied), ...values] : []
}

function restart({ xenUuid, xenId }: Reading, applied: AppliedValues): DomainDrift[] {
  if (xenUuid !== applied.uuid) return [{ kind: 'recreated', text: words.hosts.createdAnew }]
  if (applied.xenId === null || xenId === applied.xenId) return []
  return [{ kind: 'recreated', text: words.hosts.startedAgain(applied.xenId, xenId) }]
}

export function serialiseApplied(applied: AppliedValues | null): AppliedWeight | null {
  if (!applied) return null
  const { weight = null, cap = null, affinity = null, cpupool = null } = applied
  const { xenId, applicationId, appliedAt } = applied
  const lines = { configLines: configLines(applied, xenId) }
  return { weight, cap, affinity, cpupool, applicationId, appliedAt, ...lines }
}
