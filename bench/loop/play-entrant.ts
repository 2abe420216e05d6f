import { DAY_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { Entrant, EntrantChange } from './entrant.ts'
import { isWithin } from './host-events.ts'
import type { LoadPlan } from './load-plan.ts'
import type { HostMinute, Minute, SeenDomain, SimulatedHost, Weights } from './simulated-host.ts'

/** All that happened on a host while somebody looked after it. */
export interface LoopCourse {
  minutes: HostMinute[]
  /** In force in each minute. */
  weights: Weights[]
  changes: EntrantChange[]
}

export async function playEntrant(
  plan: LoadPlan,
  host: SimulatedHost,
  entrant: Entrant,
): Promise<LoopCourse> {
  const played: LoopCourse = { minutes: [], weights: [], changes: [] }
  for (let from = 0; from < plan.days * DAY_SECONDS; from += MINUTE_SECONDS) {
    const minute = host.play()
    played.minutes.push(minute)
    played.weights.push(host.weights)
    const nowSeconds = from + MINUTE_SECONDS
    const isSeen = !isWithin(plan.gaps, from) && !isWithin(plan.reboots, from)
    const stampedSeconds = from + clockErrorOf(plan, from)
    const seen = { nowSeconds, minute: isSeen ? asSeen(minute) : null, stampedSeconds }
    played.changes.push(...(await entrant.see(seen, host)))
  }
  return played
}

/** Without what is the judge's alone. */
function asSeen({ domains, ...minute }: HostMinute): Minute<SeenDomain> {
  return {
    ...minute,
    domains: domains.map(({ domain, requests, valueSeconds, cpuSeconds }) => ({
      domain,
      requests,
      valueSeconds,
      cpuSeconds,
    })),
  }
}

function clockErrorOf({ clockErrors }: LoadPlan, atSeconds: number): number {
  return (
    clockErrors.find((each) => atSeconds >= each.fromSeconds && atSeconds < each.toSeconds)
      ?.offsetSeconds ?? 0
  )
}

export const doNothing: Entrant = { see: async () => [] }
