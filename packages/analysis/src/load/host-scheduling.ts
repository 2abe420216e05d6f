import { type Experiments, type HostFacts, vCpusIn } from '../known-host/host-facts.ts'

/** How the host allocates its pCPUs, as far as it is known. Null when it is unknown. */
export interface HostScheduling {
  scheduler: 'credit' | 'credit2'
  /** `major.minor`, perhaps followed by more. */
  xenVersion: string | null
  tsliceMs: number | null
  ratelimitUs: number | null
  /** Null on any hypervisor but the one for experiments; absent from analyses of earlier versions. */
  experiments?: Experiments | null
  /** By domain, where known. */
  vCpus: Record<string, number>
}

export function hostScheduling(facts: HostFacts): HostScheduling {
  return {
    scheduler: facts.scheduler?.value === 'credit2' ? 'credit2' : 'credit',
    xenVersion: facts.xenVersion?.value ?? null,
    tsliceMs: facts.tsliceMs?.value ?? null,
    ratelimitUs: facts.ratelimitUs?.value ?? null,
    experiments: facts.experiments?.value ?? null,
    vCpus: vCpusIn(facts),
  }
}
