import { arrivalTimes } from './arrivals.ts'
import type { Guest, PlannedLoad } from './campaign-types.ts'
import { guestAddress } from './guest-address.ts'

const WARM_UP_SECONDS = 5
const WARM_UP_RATE = 20

/** The plan that replay.c reads: which request goes to which site, and when. */
export function replayPlan({ guests, phases, arrivals, seed }: PlannedLoad): string {
  const requests = guests.flatMap(({ name }, index) => {
    const own = phases.map((phase) => ({
      durationSeconds: phase.durationSeconds,
      requestsPerSecond: phase.requestsPerSecond[name] ?? 0,
    }))
    return arrivalTimes(own, arrivals, seed, index).flatMap((times, phase) =>
      times.map((time) => ({ time, index, phase: phase + 1 })),
    )
  })
  requests.sort((a, b) => a.time - b.time)
  const lines = requests.map(({ time, index, phase }) => `at ${time.toFixed(6)} ${index} ${phase}`)
  return `${[...sites(guests), ...lines].join('\n')}\n`
}

/** Cheap, evenly spread requests that let every Apache child run once. */
export function warmUpPlan(guests: readonly Guest[]): string {
  const cheap = guests.map((guest) => ({ ...guest, rounds: 1000 }))
  const count = WARM_UP_SECONDS * WARM_UP_RATE * guests.length
  const lines = Array.from({ length: count }, (_, k) => {
    const time = (k / count) * WARM_UP_SECONDS
    return `at ${time.toFixed(6)} ${k % guests.length} 1`
  })
  return `${[...sites(cheap), ...lines].join('\n')}\n`
}

function sites(guests: readonly Guest[]): string[] {
  return guests.map(
    ({ name, rounds }, index) =>
      `site ${index} ${name} ${guestAddress(index + 1)} 80 /spin.php?n=${rounds}`,
  )
}
