import type { HostFacts } from '@steelyard/contract'
import type { Recording } from '@steelyard/traces'
import type { HostInventory } from '@steelyard/xen'

/** How the host shares out its pCPUs, as far as anybody told; null: nobody did. */
export interface HostScheduling {
  scheduler: 'credit' | 'credit2'
  /** `major.minor`, perhaps with more behind it. */
  xenVersion: string | null
  tsliceMs: number | null
  ratelimitUs: number | null
  /** By domain, where known. */
  vCpus: Record<string, number>
}

/** The recording tells of its own time; what it leaves open, the host as it was read last. */
export function hostScheduling(
  facts: HostFacts,
  recordings: readonly Recording[],
  inventory: HostInventory | null,
): HostScheduling {
  const scheduler = facts.scheduler?.value === 'credit2' ? 'credit2' : 'credit'
  const recorded = recordings.at(-1)
  const pool = inventory?.cpupools.find((each) => each.scheduler === scheduler)
  const vCpus = [...(inventory?.domains ?? []), ...(recorded?.domains ?? [])]
  return {
    scheduler,
    xenVersion: recorded?.xenVersion ?? inventory?.xenVersion ?? null,
    tsliceMs: recorded?.scheduler?.tsliceMs ?? pool?.timeSliceMs ?? null,
    ratelimitUs: recorded?.scheduler?.ratelimitUs ?? pool?.rateLimitUs ?? null,
    vCpus: Object.fromEntries(vCpus.map((domain) => [domain.name, domain.vCpus])),
  }
}
