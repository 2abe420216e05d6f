import type { HostLoad } from '@steelyard/model'
import { optimiseWeights } from '@steelyard/solver'
import { MINUTE_SECONDS } from './clock.ts'
import type { Entrant } from './entrant.ts'
import type { Family } from './families.ts'
import type { Minute, SeenDomain, Weights } from './simulated-host.ts'

/** Minutes over which the load is measured, and after which it is measured anew. */
const MEASURED = 5
const STEP_SHARE = 0.05

/**
 * The procedure of paper 0, section 3.2, without a person. When some domain's 95th percentile in the
 * log is over its target, eq (5), the loads of the last minutes give the weights of least total
 * delay, eq (7), in steps of 0.05. Where eq (6) says that the host has to be left, there is nowhere
 * to go to, so weights are set as well.
 */
export function paperProcedure(family: Family): Entrant {
  let recent: Minute<SeenDomain>[] = []
  return {
    async see({ minute, nowSeconds }, host) {
      if (minute === null) return []
      recent = [...recent.slice(1 - MEASURED), minute]
      const isOver = family.guests.some(({ name, targetSeconds }) => {
        const value = minute.domains.find(({ domain }) => domain === name)?.valueSeconds
        return targetSeconds !== null && value != null && value >= targetSeconds
      })
      if (!isOver || recent.length < MEASURED) return []
      const before = host.weights
      const after = { ...before, ...(await leastDelay(measuredLoad(family, recent), before)) }
      recent = []
      if (Object.entries(after).every(([name, weight]) => weight === before[name])) return []
      host.setWeights(after)
      return [{ atSeconds: nowSeconds, by: 'paper' as const, before, after }]
    },
  }
}

async function leastDelay(load: HostLoad, currentWeights: Weights): Promise<Weights> {
  const { weights } = await optimiseWeights({
    load,
    currentWeights: { ...currentWeights },
    stepShare: STEP_SHARE,
    normalisation: 'guests',
    objective: 'total-delay',
    mode: 'free',
  })
  return weights ?? currentWeights
}

/** CPU time per request by the utilisation law. How long Domain-0 waits, nothing here shows. */
function measuredLoad(
  { guests, pCpus, scheduler }: Family,
  minutes: readonly Minute<SeenDomain>[],
): HostLoad {
  const seconds = minutes.length * MINUTE_SECONDS
  const measured = guests.flatMap(({ name }) => {
    const own = minutes.flatMap(({ domains }) => domains.filter(({ domain }) => domain === name))
    const requests = own.reduce((sum, each) => sum + each.requests, 0)
    const cpuSeconds = own.reduce((sum, each) => sum + each.cpuSeconds, 0)
    return requests === 0 || cpuSeconds === 0 ? [] : [{ name, requests, cpuSeconds }]
  })
  const requests = measured.reduce((sum, each) => sum + each.requests, 0)
  const domain0 = minutes.reduce((sum, each) => sum + each.domain0CpuSeconds, 0)
  return {
    domains: measured.map((each) => ({
      name: each.name,
      arrivalRatePerSecond: each.requests / seconds,
      serviceTimeSeconds: each.cpuSeconds / each.requests,
    })),
    domain0: {
      serviceTimeSeconds: domain0 / requests,
      ioRequestsPerSecond: requests / seconds,
      delayPerIoSeconds: 0,
    },
    pCpus,
    scheduler,
  }
}
