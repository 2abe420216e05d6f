import { boostOf } from '@steelyard/analysis'
import { PAPER1_MEASURED, paper1Host, replicate, type TwinConfig } from '@steelyard/simulator'
import type { PlayedPolicy } from './paper1-result.ts'
import { hogs } from './six-hogs.ts'

const RUN = { seed: 1, replications: 4, horizonSeconds: 1020, warmupSeconds: 20 }

export interface TwinPings {
  meanMs: number
  withinTenMs: number
}

/** What the twin foretells of the same host: half of paper 1's, on one pCPU. */
export function twinPings({ name, experiments }: PlayedPolicy): TwinPings {
  const paper1 = paper1Host()
  const config: TwinConfig = {
    ...paper1,
    pCpus: 1,
    scheduler:
      name === 'credit2'
        ? { name: 'credit2' }
        : { name: 'credit', xenVersion: '4.17', boost: boostOf(experiments!) },
    guests: paper1.guests.slice(0, hogs.length),
  }
  const { domains } = replicate(config, { ...RUN, cdfAtSeconds: [0.01] })
  const { responseTime, cdf } = domains.find(({ name }) => name === PAPER1_MEASURED)!.requests!
  return { meanMs: 1000 * responseTime.mean!.mean, withinTenMs: cdf[0]!.mean }
}
