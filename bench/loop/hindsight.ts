import { HOUR_SECONDS, MINUTE_SECONDS } from './clock.ts'
import type { JudgedMinute } from './judge.ts'
import { judgedMinutes } from './judged.ts'
import type { LoadPlan } from './load-plan.ts'
import { BOOTED, type HostMaker, type HostMinute, type Weights } from './simulated-host.ts'

/** `vm3` has no target, so it is best to leave it the least share. */
const LEAST_SHARE = 0.05
const STEP_SHARE = 0.05
const WHOLE = 1000

export interface Hindsight {
  bestFixed: JudgedMinute[]
  sharesOfBestFixed: Weights
  bestPerHour: JudgedMinute[]
}

/**
 * The best that weights could have done, known afterwards: the weights of the grid with the fewest
 * requests in missed minutes, for all the time or anew each hour. Only hours in which a host that is
 * left alone misses a target are played; in the others these weights are taken to miss none either.
 */
export function playHindsight(
  plan: LoadPlan,
  make: HostMaker,
  leftAlone: readonly HostMinute[],
): Hindsight {
  const minutes = judgedMinutes(leftAlone)
  const perHour = HOUR_SECONDS / MINUTE_SECONDS
  const hours = Array.from({ length: minutes.length / perHour }, (_, hour) =>
    minutes.slice(hour * perHour, (hour + 1) * perHour),
  )
  const grid = gridOf()
  const options = hours.map((alone, hour) =>
    missedRequests(alone) === 0
      ? grid.map(() => alone)
      : grid.map((weights) => playedHour(plan, make, hour * HOUR_SECONDS, weights)),
  )
  const totals = grid.map((_, option) =>
    options.reduce((sum, hour) => sum + missedRequests(hour[option]!), 0),
  )
  const best = totals.indexOf(Math.min(...totals))
  return {
    bestFixed: options.flatMap((hour) => hour[best]!),
    sharesOfBestFixed: grid[best]!,
    bestPerHour: options.flatMap((hour, index) => {
      const all = [hours[index]!, ...hour]
      const missed = all.map(missedRequests)
      return all[missed.indexOf(Math.min(...missed))]!
    }),
  }
}

function gridOf(): Weights[] {
  const steps = Math.round((1 - 2 * LEAST_SHARE) / STEP_SHARE)
  return Array.from({ length: steps }, (_, step) => {
    const vm1 = Math.round(WHOLE * (LEAST_SHARE + step * STEP_SHARE))
    const vm3 = WHOLE * LEAST_SHARE
    return { ...BOOTED.weights, vm1, vm2: WHOLE - vm1 - vm3, vm3 }
  })
}

function playedHour(plan: LoadPlan, make: HostMaker, fromSeconds: number, weights: Weights) {
  const host = make(plan, { fromSeconds, weights })
  return judgedMinutes(
    Array.from({ length: HOUR_SECONDS / MINUTE_SECONDS }, () => {
      const minute = host.play()
      // A reboot is nobody's fault, and with hindsight one knows of it.
      if (host.weights !== weights) host.setWeights(weights)
      return minute
    }),
  )
}

function missedRequests(minutes: readonly JudgedMinute[]): number {
  return minutes
    .flatMap(({ domains }) => domains)
    .filter(({ seconds, targetSeconds }) => seconds >= targetSeconds)
    .reduce((sum, { requests }) => sum + requests, 0)
}
