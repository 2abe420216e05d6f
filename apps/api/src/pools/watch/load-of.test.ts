import type { HostRunStates, RunStateSample } from '@steelyard/xapi'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loadOf } from './load-of.ts'

const CLASSES = {
  fullRun: 0.5,
  fullContention: 0.1,
  concurrencyHazard: 0,
  blocked: 0.4,
  partialRun: 0,
  partialContention: 0,
}

function sampleAt(endsAt: number, more: Partial<RunStateSample> = {}): RunStateSample {
  const waitingVCpus = { least: 0.1, most: 0.1 }
  return {
    endsAt,
    seconds: 5,
    usedPCpus: 0.5,
    classes: CLASSES,
    waitingShare: 0.1,
    waitingVCpus,
    ...more,
  }
}

function statesOf(samples: RunStateSample[], newestAt: number | null): HostRunStates {
  return {
    hostUuid: 'h',
    stepSeconds: 5,
    newestAt,
    use: samples.map(({ endsAt, seconds }) => ({ endsAt, seconds, usedPCpus: 1 })),
    guests: [{ uuid: 'g', vCpus: 1, samples }],
    gaps: [],
  }
}

const ends = (from: number, to: number) =>
  Array.from({ length: (to - from) / 5 }, (_, index) => from + 5 * (index + 1))

it('keeps whole minutes that are over, and no others', () => {
  const states = statesOf(
    ends(0, 150).map((at) => sampleAt(at)),
    150,
  )
  expect([...loadOf(states, 0).keys()]).toEqual([0, 60])
  expect([...loadOf(states, 60).keys()]).toEqual([60])
  expect([...loadOf({ ...states, newestAt: null }, 0).keys()]).toEqual([])
})

it('takes nothing that is not known for 0', () => {
  const samples = ends(0, 60).map((at) =>
    at <= 20
      ? sampleAt(at, { usedPCpus: null, classes: null, waitingVCpus: null })
      : at <= 30
        ? sampleAt(at, { classes: null, waitingVCpus: null })
        : sampleAt(at),
  )
  const [guest] = loadOf(statesOf(samples, 60), 0).get(0)!.guests
  expect(guest).toMatchObject({ usedSeconds: 40, usedPCpus: 0.5, stateSeconds: 30 })
  expect(guest!.states).toMatchObject({ fullRun: 0.5, waitingVCpus: { least: 0.1 } })
  const none = samples.map(({ endsAt }) =>
    sampleAt(endsAt, { usedPCpus: null, classes: null, waitingVCpus: null }),
  )
  expect(loadOf(statesOf(none, 60), 0).get(0)!.guests[0]).toMatchObject({
    usedSeconds: 0,
    usedPCpus: null,
    states: null,
  })
})

it('leaves out steps that are longer than a window or lie across its border', () => {
  const hour = sampleAt(3600, { seconds: 3600 })
  const across = sampleAt(62, { seconds: 5 })
  expect(loadOf(statesOf([across, hour], 7200), 0).size).toBe(0)
  const minute = sampleAt(60, { seconds: 60 })
  expect(loadOf(statesOf([minute], 60), 0).get(0)!.guests[0]!.usedSeconds).toBe(60)
})

it('loses no CPU time and invents none', () =>
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.double({ min: 0, max: 4, noNaN: true })), {
        minLength: 24,
        maxLength: 24,
      }),
      (used) => {
        const samples = used.map((usedPCpus, index) => sampleAt(5 * (index + 1), { usedPCpus }))
        const windows = loadOf(statesOf(samples, 120), 0)
        const kept = [...windows.values()].reduce(
          (sum, { guests: [guest] }) => sum + guest!.usedSeconds * (guest!.usedPCpus ?? 0),
          0,
        )
        const given = used.reduce<number>((sum, each) => sum + 5 * (each ?? 0), 0)
        // Four digits of a mean over a minute, twice.
        expect(Math.abs(kept - given)).toBeLessThan(0.01)
      },
    ),
  ))
