import { readRecording } from '@steelyard/traces'
import { describe, expect, test } from 'vitest'
import { CAMPAIGN } from './campaign.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { guestSeconds, ratesFor } from './load.ts'
import { recordingJson } from './recording-json.ts'
import { replayPlan } from './replay-plan.ts'

const named = (name: string) => CAMPAIGN.find((plan) => plan.name === name)!
/** The properties that determine the requests. */
const loadOf = ({ guests, phases, arrivals, seed }: PlannedRecording) => {
  return JSON.stringify({ guests, phases, arrivals, seed })
}

test('covers every required case, under equal and under other weights', () => {
  const has = (what: (plan: PlannedRecording) => boolean) => {
    const found = CAMPAIGN.filter(what)
    const equal = found.filter(({ weights }) => Object.keys(weights).length === 0)
    expect(equal.length).toBeGreaterThan(0)
    for (const plan of equal) {
      const changed = found.filter((other) => other !== plan && loadOf(other) === loadOf(plan))
      expect(changed.length).toBeGreaterThan(0)
    }
    return equal
  }
  expect(has(({ name }) => name.startsWith('credit-85'))).toHaveLength(3)
  expect(has(({ name }) => name.startsWith('credit-92'))).toHaveLength(3)
  expect(has(({ name }) => name.startsWith('credit-75-60'))).toHaveLength(3)
  expect(has(({ scheduler }) => scheduler.name === 'credit2')).toHaveLength(3)
  has(({ guests }) => guests.length === 6)
  has(({ pCpus }) => pCpus === 2)
  has(({ arrivals }) => arrivals.kind === 'on-off')
  has(({ client }) => client === 'guest')
  const phases = CAMPAIGN.flatMap((plan) => plan.phases)
  expect(Math.min(...phases.map(({ durationSeconds }) => durationSeconds))).toBe(300)
  expect(new Set(CAMPAIGN.map(({ name }) => name)).size).toBe(CAMPAIGN.length)
})

test('repeats have the load of the first time and other requests', () => {
  const [first, second] = [named('credit-85-equal'), named('credit-85-repeat-2-equal')]
  expect(second.phases).toEqual(first.phases)
  expect(replayPlan(second)).not.toBe(replayPlan(first))
  expect(replayPlan(named('credit-85-vm1-384'))).toBe(replayPlan(first))
})

describe('ratesFor', () => {
  const guests = [
    { name: 'a', rounds: 50_000 },
    { name: 'b', rounds: 10_000 },
  ]

  test('keeps the proportions and uses as much CPU as wanted', () => {
    const rates = ratesFor(0.8, guests, [1, 3])
    expect(rates.b! / rates.a!).toBeCloseTo(3, 1)
    const ofGuests = guests.reduce(
      (sum, guest) => sum + rates[guest.name]! * guestSeconds(guest),
      0,
    )
    // Domain-0 uses 0.226 ms per request, and recording uses 1.6 % of the CPU.
    const ofDomain0 = (rates.a! + rates.b!) * 0.226e-3 + 0.016
    expect(ofGuests + ofDomain0).toBeCloseTo(0.8, 2)
  })

  test('two pCPUs of which each takes ten times as long', () => {
    const one = ratesFor(0.8, guests, [100, 300])
    const two = ratesFor(0.8, guests, [100, 300], { pCpus: 2, slowness: 10 })
    expect(two.b! / one.b!).toBeCloseTo(0.2, 2)
  })
})

describe('replayPlan', () => {
  const plan = named('six-guests-85-equal')
  const lines = replayPlan(plan).trim().split('\n')

  test('begins with whom to ask for what', () => {
    expect(lines.slice(0, 6)).toEqual(
      plan.guests.map(({ name, rounds }, index) => {
        return `site ${index} ${name} 10.77.0.1${index + 1} 80 /spin.php?n=${rounds}`
      }),
    )
  })

  test('has the requests of all in order of time, at their rates', () => {
    const requests = lines.slice(6).map((line) => line.split(' '))
    const times = requests.map(([, time]) => Number(time))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    plan.guests.forEach(({ name }, index) => {
      const count = requests.filter(([, , guest]) => guest === String(index)).length
      const expected = plan.phases[0]!.requestsPerSecond[name]! * 300
      expect(Math.abs(count - expected)).toBeLessThan(5 * Math.sqrt(expected))
    })
  })
})

test('recording.json is read as it was meant', () => {
  const plan = named('credit-75-60-vm1-384')
  const facts = {
    xenVersion: '4.17.7',
    domains: ['Domain-0', 'vm1', 'vm2', 'vm3'].map((name, id) => ({ name, id })),
    startEpochSeconds: 1_795_000_003.5,
    xenmonStartEpochSeconds: 1_795_000_000,
    xentraceStartEpochSeconds: 1_795_000_000.25,
    tscHz: 1e9,
  }
  const recording = readRecording(recordingJson(plan, facts))
  expect(recording).toMatchObject({
    xenVersion: '4.17.7',
    scheduler: { name: 'credit', tsliceMs: 30, ratelimitUs: 1000 },
    startEpochSeconds: 1_795_000_003.5,
    xenmonStartEpochHostSeconds: 1_795_000_000,
    xentraceStartEpochHostSeconds: 1_795_000_000.25,
    tscHz: 1e9,
    weightChanges: [],
  })
  expect(recording.domains.map(({ weight }) => weight)).toEqual([256, 384, 256, 256])
  expect(recording.phases.map(({ startSeconds }) => startSeconds)).toEqual([0, 300])
  expect(recording.phases.map((phase) => phase.requestsPerSecond)).toEqual(
    plan.phases.map((phase) => phase.requestsPerSecond),
  )
  const credit2 = readRecording(recordingJson(named('credit2-85-equal'), facts))
  expect(credit2.scheduler).toEqual({ name: 'credit2', tsliceMs: null, ratelimitUs: 1000 })
})
