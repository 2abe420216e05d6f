import { expect, test } from 'vitest'
import { table3 } from '../../papers/paper0/intervals.ts'
import { guestSeconds } from '../../recordings/load.ts'
import { replayPlan } from '../../recordings/replay-plan.ts'
import { tableLoad } from './table-load.ts'

const load = tableLoad(table3, { scale: 0.5, seed: 1 })

test('has the rates of Table 3 in intervals of the wanted length', () => {
  expect(load.phases.map(({ durationSeconds }) => durationSeconds)).toEqual(Array(7).fill(15))
  expect(load.phases[4]!.requestsPerSecond).toEqual({ vm1: 45, vm2: 45, vm3: 170 })
})

test('a request needs the CPU time of the paper, with 0.226 ms of it in Domain-0', () => {
  const [vm1, vm2, vm3] = load.guests.map((guest) => guestSeconds(guest) + 0.226e-3)
  expect(vm1).toBeCloseTo(0.0066, 6)
  expect(vm2).toBe(vm1)
  expect(vm3).toBeCloseTo(0.0017, 6)
})

test('each guest gets its requests at equal distances, interval by interval', () => {
  const requests = replayPlan(load)
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [at, seconds, guest, phase] = line.split(' ')
      return at === 'at' ? [{ seconds: Number(seconds), guest, phase }] : []
    })
  const gapsOf = (guest: string, phase: string) => {
    const times = requests.filter((each) => each.guest === guest && each.phase === phase)
    return times.slice(1).map(({ seconds }, nth) => seconds - times[nth]!.seconds)
  }
  for (const [vm, rate] of [45, 45, 170].entries()) {
    const gaps = gapsOf(String(vm), '5')
    expect(gaps).toHaveLength(15 * rate - 1)
    for (const gap of gaps) expect(gap).toBeCloseTo(1 / rate, 4)
  }
})
