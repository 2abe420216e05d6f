import type { GuestLoad } from '@steelyard/simulator'
import { expect, it } from 'vitest'
import { scaleWork } from './scale-work.ts'

const load = (changes: Partial<GuestLoad>) => ({ cpuSeconds: 1, ...changes }) as GuestLoad

it('scales a service time of any kind', () => {
  const constant = scaleWork(load({ serviceTime: { kind: 'constant', seconds: 0.2 } }), 3)
  expect(constant.serviceTime).toEqual({ kind: 'constant', seconds: expect.closeTo(0.6, 12) })
  const drawn = scaleWork(load({ serviceTime: { kind: 'exponential', meanSeconds: 0.2 } }), 0.5)
  expect(drawn.serviceTime).toEqual({ kind: 'exponential', meanSeconds: 0.1 })
  const seconds = Float64Array.of(0.1, 0.4)
  const empirical = scaleWork(load({ serviceTime: { kind: 'empirical', seconds } }), 2)
  expect(empirical.serviceTime).toEqual({ kind: 'empirical', seconds: Float64Array.of(0.2, 0.8) })
  // The load that it came from is as it was.
  expect([...seconds]).toEqual([0.1, 0.4])
})

it("scales the guest's own network stack, but neither Domain-0's nor what uses no CPU", () => {
  const path = [
    { on: 'domain-0', cpuSeconds: 0.1 },
    { on: 'guest', cpuSeconds: 0.2 },
    { on: 'wire', seconds: 0.3 },
  ] as unknown as NonNullable<GuestLoad['path']>
  const serviceTime = { kind: 'constant' as const, seconds: 1 }
  expect(scaleWork(load({ serviceTime, path }), 2).path).toEqual([
    { on: 'domain-0', cpuSeconds: 0.1 },
    { on: 'guest', cpuSeconds: 0.4 },
    { on: 'wire', seconds: 0.3 },
  ])
  expect(scaleWork(load({ serviceTime }), 2)).not.toHaveProperty('path')
})

it('a factor of one leaves the load', () => {
  const same = load({ serviceTime: { kind: 'constant', seconds: 0.2 } })
  expect(scaleWork(same, 1)).toBe(same)
})
