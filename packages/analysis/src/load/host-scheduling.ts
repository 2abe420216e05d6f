import type { Recording } from '@steelyard/traces'

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

/** What was read of a host over SSH, as far as it matters here. */
export interface ReadHost {
  xenVersion: string
  cpupools: readonly {
    scheduler: string
    timeSliceMs: number | null
    rateLimitUs: number | null
  }[]
  domains: readonly { name: string; vCpus: number }[]
}

/** The recording tells of its own time; what it leaves open, the host as it was read last. */
export function hostScheduling(
  knownScheduler: string | undefined,
  recordings: readonly Recording[],
  inventory: ReadHost | null,
): HostScheduling {
  const scheduler = knownScheduler === 'credit2' ? 'credit2' : 'credit'
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
