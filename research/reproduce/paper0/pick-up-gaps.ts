import { type RequestLeg, simulate } from '@steelyard/simulator'
import { domain0Seconds, hostInInterval } from '../../papers/paper0/host-of-paper0.ts'
import { sum } from './twin-of-paper0.ts'

/** The path of a request until its guest takes it up, where the client's clock stops. */
export const untilTaken: RequestLeg[] = [
  { on: 'domain-0', cpuSeconds: domain0Seconds },
  { on: 'guest', cpuSeconds: 1e-6, answers: true },
  { on: 'service' },
  { on: 'domain-0', cpuSeconds: domain0Seconds },
]

const warmupSeconds = 2
const requests = 450
const runs = 12

/**
 * The standard deviation of the gaps between VM1's requests when its guest takes them up, in
 * seconds. They are sent evenly, and every window holds just one of them, so that its mean is the
 * delay of that request.
 */
export function spreadOfGaps(rates: readonly number[]): number {
  const gapSeconds = 1 / rates[0]!
  const variances = Array.from({ length: runs }, (_, run) => {
    const delays = simulate(hostInInterval(rates, { path: untilTaken }), {
      seed: 1 + run,
      warmupSeconds,
      horizonSeconds: warmupSeconds + requests * gapSeconds,
      boundariesSeconds: Array.from(
        { length: requests - 1 },
        (_, index) => warmupSeconds + (index + 1) * gapSeconds,
      ),
      drainSeconds: 10,
    }).windows.flatMap(({ domains }) => domains[1]!.requests?.responseTime.mean ?? [])
    const changes = delays.slice(1).map((delay, index) => delay - delays[index]!)
    return sum(changes.map((change) => change ** 2)) / changes.length
  })
  return Math.sqrt(sum(variances) / runs)
}
