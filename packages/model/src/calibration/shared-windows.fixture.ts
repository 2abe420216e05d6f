import { exponential, parkMiller } from '../numeric/seeded-draws.ts'
import type { CalibrationWindow } from './calibration.ts'

export type ArrivalKind = 'poisson' | 'even' | 'bursts'

export interface SharedGuest {
  name: string
  weight: number
  arrivals: ArrivalKind
  arrivalRatePerSecond: number
  serviceTimeSeconds: number
  serviceTimeScv: number
}

const BURST = 5

interface Job {
  begun: number
  demand: number
  left: number
}

/**
 * Windows of a pCPU that guests share by weight and, within each, requests equally, event by event:
 * independent of the product's formulas and of the twin. What it returns is what a CPU meter and a
 * log with durations show.
 */
export function sharedWindows(
  guests: readonly SharedGuest[],
  { seed, windows, windowSeconds }: { seed: number; windows: number; windowSeconds: number },
): CalibrationWindow[] {
  const draw = drawer(seed)
  const state = guests.map((guest) => ({
    guest,
    jobs: [] as Job[],
    next: draw() / guest.arrivalRatePerSecond,
  }))
  const seen = Array.from({ length: windows }, () =>
    guests.map(() => ({ cpuSeconds: 0, arrivals: 0, durations: [] as number[] })),
  )
  const end = windows * windowSeconds
  let now = 0
  let window = 0
  while (now < end) {
    const busy = state.reduce((sum, { jobs, guest }) => sum + (jobs.length && guest.weight), 0)
    const speeds = state.map(({ jobs, guest }) => guest.weight / busy / jobs.length)
    const edge = (window + 1) * windowSeconds
    let until = edge
    for (const [k, { jobs, next }] of state.entries()) {
      until = Math.min(until, next)
      for (const { left } of jobs) until = Math.min(until, now + left / speeds[k]!)
    }
    for (const [k, own] of state.entries()) {
      const cell = seen[window]![k]!
      const done = (until - now) * speeds[k]!
      if (own.jobs.length > 0) cell.cpuSeconds += done * own.jobs.length
      for (const job of own.jobs) job.left -= done
      const ended = own.jobs.filter(({ left }) => left <= 1e-12)
      if (ended.length > 0) {
        own.jobs = own.jobs.filter(({ left }) => left > 1e-12)
        cell.durations.push(...ended.map(({ begun }) => until - begun))
      }
      if (own.next > until) continue
      const { jobs, gap } = arrival(own.guest, until, draw)
      own.jobs.push(...jobs)
      cell.arrivals += jobs.length
      own.next = until + gap
    }
    now = until
    if (now >= edge) window += 1
  }
  return seen.map((cells) => ({
    seconds: windowSeconds,
    load: {
      domains: guests.map((guest) => ({ ...guest, serviceTimeScv: undefined })),
      domain0: { serviceTimeSeconds: 0, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
      pCpus: 1,
    },
    weights: Object.fromEntries(guests.map(({ name, weight }) => [name, weight])),
    domains: cells.map(({ cpuSeconds, arrivals, durations }, k) => ({
      name: guests[k]!.name,
      cpuSeconds,
      arrivals,
      completions: durations.length,
      measured: null,
      logged: momentsOf(durations),
      gaps: null,
    })),
    domain0: null,
  }))
}

function arrival(
  { arrivals, arrivalRatePerSecond: rate, serviceTimeSeconds: x, serviceTimeScv }: SharedGuest,
  begun: number,
  draw: () => number,
): { jobs: Job[]; gap: number } {
  const size = arrivals === 'bursts' ? geometric(BURST, draw) : 1
  const jobs = Array.from({ length: size }, () => {
    const demand = x * demandOf(serviceTimeScv, draw)
    return { begun, demand, left: demand }
  })
  const mean = (arrivals === 'bursts' ? BURST : 1) / rate
  return { jobs, gap: arrivals === 'even' ? mean : mean * exponential(draw) }
}

/**
 * A demand of mean 1: Erlang's below a c_s^2 of 1, above it one of two exponentials with balanced
 * means.
 */
function demandOf(scv: number, draw: () => number): number {
  if (scv <= 1) {
    const stages = Math.round(1 / scv)
    let sum = 0
    for (let stage = 0; stage < stages; stage++) sum += exponential(draw)
    return sum / stages
  }
  const often = (1 + Math.sqrt((scv - 1) / (scv + 1))) / 2
  return exponential(draw) / (2 * (draw() < often ? often : 1 - often))
}

function geometric(mean: number, draw: () => number): number {
  return 1 + Math.floor(Math.log(1 - draw()) / Math.log(1 - 1 / mean))
}

function momentsOf(values: readonly number[]) {
  if (values.length === 0) return null
  const meanSeconds = values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    meanSeconds,
    varianceSeconds2:
      values.reduce((sum, value) => sum + (value - meanSeconds) ** 2, 0) / values.length,
    minSeconds: Math.min(...values),
    count: values.length,
  }
}

/** Uniform numbers by Park and Miller's generator. */
function drawer(seed: number): () => number {
  const draw = parkMiller((seed * 48271) % 2147483647, 48271)
  for (let skipped = 0; skipped < 10; skipped++) draw()
  return draw
}
