import type { Recording } from '@steelyard/traces'

/** How the host allocates its pCPUs, as far as it is known. Null when it is unknown. */
export interface HostScheduling {
  scheduler: 'credit' | 'credit2'
  /** `major.minor`, perhaps followed by more. */
  xenVersion: string | null
  tsliceMs: number | null
  ratelimitUs: number | null
  /** By domain, where known. */
  vCpus: Record<string, number>
}

/** The facts read from a host over SSH that matter here. */
export interface ReadHost {
  xenVersion: string
  cpupools: readonly {
    scheduler: string
    timeSliceMs: number | null
    rateLimitUs: number | null
  }[]
  domains: readonly { name: string; vCpus: number }[]
}

/**
 * The recording describes its own time; what it leaves open comes from the latest reading of the
 * host.
 */
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
