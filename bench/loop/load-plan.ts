import { normal, uniform } from '@steelyard/model'
import { DAY_SECONDS, HOUR_SECONDS, STEP_SECONDS, STEPS_PER_DAY } from './clock.ts'
import type { Bursts, Family, Guest, LoadShape, Overloads } from './families.ts'
import { drawEvents, type HostEvents, isWithin, type PlaySpan } from './host-events.ts'

/** A stretch of extra load for one guest, up to a utilisation of the whole host. */
interface Overload extends PlaySpan {
  domain: string
  hostUtilisation: number
  /** Grows during its first half instead of coming at once. */
  isRamp: boolean
}

export interface LoadPlan extends HostEvents {
  family: Family
  seed: number
  days: number
  /** Offered requests per second by guest, in steps of ten seconds. */
  rates: Readonly<Record<string, Float64Array>>
  overloads: readonly Overload[]
}

interface PlannedTime {
  days: number
  overloadsPerDay: number
}

/** Draws days of load of a host of this family, in which targets are missed at times. */
export function drawLoadPlan(family: Family, seed: number, time: PlannedTime): LoadPlan {
  const { days } = time
  const { guests, load } = family
  const draw = uniform(seed)
  const events = drawEvents(draw, days, family.events)
  const overloads = drawOverloads(draw, load.overloads, time)
  const rates = Object.fromEntries(
    guests.map((each) => [each.name, usualRates(each, load, days, draw)]),
  ) as Record<string, Float64Array>
  for (const { fromSeconds, toSeconds } of events.absences)
    rates[family.events.absences!.domain]!.fill(0, ...steps(fromSeconds, toSeconds))
  for (const overload of overloads) raise(family, rates, overload)
  drawBursts(family, rates, draw, days)
  for (const { fromSeconds, toSeconds } of events.reboots) {
    for (const { name } of guests) rates[name]!.fill(0, ...steps(fromSeconds, toSeconds))
  }
  return { family, seed, days, rates, overloads, ...events }
}

/** Whether a guest is switched on. */
export function isThere(
  { family, absences }: Pick<LoadPlan, 'family' | 'absences'>,
  domain: string,
  atSeconds: number,
): boolean {
  return domain !== family.events.absences?.domain || !isWithin(absences, atSeconds)
}

function steps(fromSeconds: number, toSeconds: number): [number, number] {
  return [Math.floor(fromSeconds / STEP_SECONDS), Math.floor(toSeconds / STEP_SECONDS)]
}

function usualRates(
  { usualRatePerSecond, busiestHour }: Guest,
  { night, noise: { deviation, correlationSeconds } }: LoadShape,
  days: number,
  draw: () => number,
) {
  const correlation = Math.exp(-STEP_SECONDS / correlationSeconds)
  const fresh = deviation * Math.sqrt(1 - correlation ** 2)
  let noise = 0
  return Float64Array.from({ length: days * STEPS_PER_DAY }, (_, step) => {
    noise = correlation * noise + fresh * normal(draw)
    const hours = (step * STEP_SECONDS) / HOUR_SECONDS
    const shape = (1 + Math.cos(((hours - busiestHour) / 24) * 2 * Math.PI)) / 2
    return usualRatePerSecond * (night + (1 - night) * shape) * Math.exp(noise)
  })
}

/** One in each of equal parts of the time. */
function drawOverloads(
  draw: () => number,
  shape: Overloads,
  { days, overloadsPerDay }: PlannedTime,
): Overload[] {
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * draw()
  const slot = DAY_SECONDS / overloadsPerDay
  return Array.from({ length: Math.floor(days * overloadsPerDay) }, (_, index) => {
    const seconds = between(shape.seconds)
    const fromSeconds = index * slot + draw() * (slot - seconds)
    const domain = oneOf(shape.of, draw)
    const hostUtilisation = between(shape.utilisation)
    const isRamp = shape.ramps && index % 2 === 1
    return { domain, fromSeconds, toSeconds: fromSeconds + seconds, hostUtilisation, isRamp }
  })
}

function oneOf(names: readonly string[], draw: () => number): string {
  return names[Math.floor(draw() * names.length)]!
}

function raise(
  family: Family,
  rates: Readonly<Record<string, Float64Array>>,
  overload: Overload,
): void {
  const { domain, fromSeconds, toSeconds, hostUtilisation, isRamp } = overload
  const { absences } = family.events
  const [from, to] = steps(fromSeconds, toSeconds)
  for (let step = from; step < to; step++) {
    const isAlone = absences !== null && rates[absences.domain]![step] === 0
    const most = isAlone ? absences.mostUtilisation : hostUtilisation
    const part = isRamp ? Math.min(1, (2 * (step - from)) / (to - from)) : 1
    addLoad(family, rates, domain, step, {
      hostUtilisation: most,
      ownUtilisation: family.load.overloads.ownUtilisation,
      part,
    })
  }
}

function drawBursts(
  family: Family,
  rates: Readonly<Record<string, Float64Array>>,
  draw: () => number,
  days: number,
) {
  const { perDay, steps: length, utilisation, of }: Bursts = family.load.bursts
  for (let burst = 0; burst < days * perDay; burst++) {
    const from = Math.floor(draw() * days * STEPS_PER_DAY)
    const to = from + length[0] + Math.floor(draw() * (length[1] - length[0] + 1))
    const domain = oneOf(of, draw)
    for (let step = from; step < Math.min(to, days * STEPS_PER_DAY); step++) {
      addLoad(family, rates, domain, step, {
        hostUtilisation: utilisation,
        ownUtilisation: utilisation,
        part: 1,
      })
    }
  }
}

/** Raises one guest's rate by a part of what the host, and the guest's vCPU and cap, have room for. */
function addLoad(
  { guests, pCpus }: Family,
  rates: Readonly<Record<string, Float64Array>>,
  domain: string,
  step: number,
  most: { hostUtilisation: number; ownUtilisation: number; part: number },
): void {
  const { cpuSecondsPerRequest, capPercent = 100 } = guests.find(({ name }) => name === domain)!
  const used = guests.reduce(
    (sum, each) => sum + rates[each.name]![step]! * each.cpuSecondsPerRequest,
    0,
  )
  const own = rates[domain]![step]! * cpuSecondsPerRequest
  const spare = Math.min(
    most.hostUtilisation * pCpus - used,
    (most.ownUtilisation * capPercent) / 100 - own,
  )
  if (spare > 0) rates[domain]![step]! += (most.part * spare) / cpuSecondsPerRequest
}
