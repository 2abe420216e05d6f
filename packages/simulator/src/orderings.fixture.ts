import type { TwinConfig } from './config/twin-config.ts'
import { type ReplicateOptions, replicate } from './engine/replicate.ts'
import { credit, poisson } from './hosts.fixture.ts'
import { twinOfHost } from './twin-of-host/twin-of-host.ts'

// Table 3, interval 5 of the main paper.
export const rates = [45, 45, 170]

export function meansMs(config: TwinConfig, options: ReplicateOptions): number[] {
  return replicate(config, options).domains.flatMap(({ requests }) =>
    requests ? requests.responseTime.mean!.mean * 1000 : [],
  )
}

/** The lab's host: parameters identified from its recordings, with synthetic arrivals. */
export const lab = (vm1Weight: number, ratelimitSeconds = 0.001): TwinConfig =>
  twinOfHost({
    pCpus: 1,
    scheduler: { ...credit, xenVersion: '4.17', ratelimitSeconds },
    client: 'domain-0',
    domain0: { cpuSecondsPerRequest: 0.00024, background: { utilisation: 0.018 } },
    guests: [0.00635, 0.00635, 0.00146].map((cpuSecondsPerRequest, index) => ({
      name: `vm${index + 1}`,
      weight: index === 0 ? vm1Weight : 256,
      arrivals: poisson(rates[index]!),
      cpuSecondsPerRequest,
    })),
  })
