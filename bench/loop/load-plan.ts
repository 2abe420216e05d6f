import { uniform } from '../sdps/uniform.ts'
import { DAY_SECONDS, HOUR_SECONDS, STEP_SECONDS, STEPS_PER_DAY } from './clock.ts'
import { drawEvents, type HostEvents, type Stretch } from './host-events.ts'

/** A guest of the simulated host; its requests take exponential CPU times. */
export interface Guest {
  name: string
  cpuSecondsPerRequest: number
  /** Of the 95th percentile in the server's log. Null: it may be as slow as it likes. */
  targetSeconds: number | null
  /** Requests per second at its busiest usual hour. */
  usualRatePerSecond: number
  /** Hour of the day at which it is busiest. */
  busiestHour: number
}

/** `vm3` has no target: weight can always be taken from it. */
export const GUESTS: readonly Guest[] = [
  guest('vm1', 0.1, 3, 2.4, 14),
  guest('vm2', 0.075, 2.25, 2.8, 20),
  guest('vm3', 0.15, null, 1.8, 3),
]
/** As the host boots, with equal weights. */
export const BOOT_WEIGHTS: Readonly<Record<string, number>> = {
  'Domain-0': 256,
  vm1: 256,
  vm2: 256,
  vm3: 256,
}
export const DOMAIN0_SECONDS = 0.0025

/** A stretch of extra load for one guest, up to a utilisation of the whole host. */
export interface Overload extends Stretch {
  domain: string
  hostUtilisation: number
}

export interface LoadPlan extends HostEvents {
  seed: number
  days: number
  /** Offered requests per second by guest, in steps of ten seconds. */
  rates: Readonly<Record<string, Float64Array>>
  overloads: readonly Overload[]
}

export interface PlannedTime {
  days: number
  overloadsPerDay: number
}

/** What is drawn, all of it uniform. */
const OVERLOAD = { seconds: [2700, 9000], utilisation: [0.84, 0.94] } as const
const BURSTS_PER_DAY = 6
const BURST = { steps: [2, 4], utilisation: 1.2 } as const
const NIGHT = 0.5
/** Noise of the load: a first-order autoregression by the step, correlated over ten minutes. */
const NOISE = { deviation: 0.04, correlation: Math.exp(-STEP_SECONDS / 600) }

/** Draws days of load, in which targets are missed at times, and what else befalls the host. */
export function drawLoadPlan(seed: number, time: PlannedTime): LoadPlan {
  const { days } = time
  const draw = uniform(seed)
  const events = drawEvents(draw, days)
  const overloads = drawOverloads(draw, time)
  const rates = Object.fromEntries(
    GUESTS.map((each) => [each.name, usualRates(each, days, draw)]),
  ) as Record<string, Float64Array>
  for (const { fromSeconds, toSeconds } of events.absences)
    rates.vm3!.fill(0, ...steps(fromSeconds, toSeconds))
  for (const overload of overloads) raise(rates, overload)
  drawBursts(rates, draw, days)
  for (const { fromSeconds, toSeconds } of events.reboots) {
    for (const { name } of GUESTS) rates[name]!.fill(0, ...steps(fromSeconds, toSeconds))
  }
  return { seed, days, rates, overloads, ...events }
}

function guest(
  name: string,
  cpuSecondsPerRequest: number,
  targetSeconds: number | null,
  usualRatePerSecond: number,
  busiestHour: number,
): Guest {
  return { name, cpuSecondsPerRequest, targetSeconds, usualRatePerSecond, busiestHour }
}

function steps(fromSeconds: number, toSeconds: number): [number, number] {
  return [Math.floor(fromSeconds / STEP_SECONDS), Math.floor(toSeconds / STEP_SECONDS)]
}

function usualRates({ usualRatePerSecond, busiestHour }: Guest, days: number, draw: () => number) {
  const { deviation, correlation } = NOISE
  const fresh = deviation * Math.sqrt(1 - correlation ** 2)
  let noise = 0
  return Float64Array.from({ length: days * STEPS_PER_DAY }, (_, step) => {
    const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())
    noise = correlation * noise + fresh * normal
    const hours = (step * STEP_SECONDS) / HOUR_SECONDS
    const shape = (1 + Math.cos(((hours - busiestHour) / 24) * 2 * Math.PI)) / 2
    return usualRatePerSecond * (NIGHT + (1 - NIGHT) * shape) * Math.exp(noise)
  })
}

/** One in each of equal parts of the time, of `vm1` or `vm2`. */
function drawOverloads(draw: () => number, { days, overloadsPerDay }: PlannedTime): Overload[] {
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * draw()
  const slot = DAY_SECONDS / overloadsPerDay
  return Array.from({ length: Math.floor(days * overloadsPerDay) }, (_, index) => {
    const seconds = between(OVERLOAD.seconds)
    const fromSeconds = index * slot + draw() * (slot - seconds)
    const domain = draw() < 0.5 ? 'vm1' : 'vm2'
    const hostUtilisation = between(OVERLOAD.utilisation)
    return { domain, fromSeconds, toSeconds: fromSeconds + seconds, hostUtilisation }
  })
}

/** Without `vm3` nobody is there to take weight from, so less load is as much as can be served. */
const MOST_WITHOUT_PAYER = 0.7

function raise(rates: Readonly<Record<string, Float64Array>>, overload: Overload): void {
  const { domain, fromSeconds, toSeconds, hostUtilisation } = overload
  const own = GUESTS.find(({ name }) => name === domain)!
  for (let [step, end] = steps(fromSeconds, toSeconds); step < end; step++) {
    const most = rates.vm3![step] === 0 ? MOST_WITHOUT_PAYER : hostUtilisation
    const spare = most - utilisationAt(rates, step)
    if (spare > 0) rates[domain]![step]! += spare / own.cpuSecondsPerRequest
  }
}

function drawBursts(
  rates: Readonly<Record<string, Float64Array>>,
  draw: () => number,
  days: number,
) {
  for (let burst = 0; burst < days * BURSTS_PER_DAY; burst++) {
    const from = Math.floor(draw() * days * STEPS_PER_DAY)
    const length = BURST.steps[0] + Math.floor(draw() * (BURST.steps[1] - BURST.steps[0] + 1))
    const own = GUESTS[draw() < 0.5 ? 0 : 1]!
    for (let step = from; step < Math.min(from + length, days * STEPS_PER_DAY); step++) {
      const spare = BURST.utilisation - utilisationAt(rates, step)
      if (spare > 0) rates[own.name]![step]! += spare / own.cpuSecondsPerRequest
    }
  }
}

/** CPU demand of the guests, as a fraction of the one pCPU. */
function utilisationAt(rates: Readonly<Record<string, Float64Array>>, step: number): number {
  return GUESTS.reduce(
    (sum, { name, cpuSecondsPerRequest }) => sum + rates[name]![step]! * cpuSecondsPerRequest,
    0,
  )
}
