import { describe, expect, it } from 'vitest'
import { weightChanges, weightRegimes, weightsAt } from './weight-regimes.ts'

const equal = { 'Domain-0': 256, vm1: 256, vm2: 256 }
const recording = (startEpochSeconds: number, changes: [number, string, number][] = []) => ({
  startEpochSeconds,
  weights: equal,
  changes: changes.map(([atEpochSeconds, domain, weight]) => ({ atEpochSeconds, domain, weight })),
})
const nothing = { atEnd: {}, known: {} }
const names = ['Domain-0', 'vm1', 'vm2']

describe('weightRegimes', () => {
  it('has one regime without a change, reaching back indefinitely', () => {
    const regimes = weightRegimes([recording(100)], nothing)
    expect(regimes).toEqual([{ fromEpochSeconds: Number.NEGATIVE_INFINITY, weights: equal }])
    expect(weightChanges(regimes)).toEqual([])
  })

  it('starts a new regime at each change', () => {
    const regimes = weightRegimes([recording(100, [[250, 'vm1', 384]])], nothing)
    expect(weightsAt(regimes, 249.9, names)).toEqual(equal)
    expect(weightsAt(regimes, 250, names)).toEqual({ ...equal, vm1: 384 })
    expect(weightChanges(regimes)).toEqual([{ atEpochSeconds: 250, domain: 'vm1', weight: 384 }])
  })

  it('joins changes at the same moment, and ignores one that changes nothing', () => {
    const regimes = weightRegimes(
      [
        recording(100, [
          [250, 'vm1', 384],
          [250, 'vm2', 128],
          [300, 'vm2', 128],
        ]),
      ],
      nothing,
    )
    expect(regimes).toHaveLength(2)
    expect(weightsAt(regimes, 260, names)).toEqual({ 'Domain-0': 256, vm1: 384, vm2: 128 })
  })

  it('treats the weights of a second recording as a change back', () => {
    const regimes = weightRegimes([recording(100, [[150, 'vm1', 384]]), recording(500)], nothing)
    expect(weightsAt(regimes, 499, names).vm1).toBe(384)
    expect(weightsAt(regimes, 500, names).vm1).toBe(256)
  })

  it('takes the end from the operator, missing weights from the host, and the rest from Xen’s default', () => {
    const said = { atEnd: { vm1: 512 }, known: { vm2: 300 } }
    const regimes = weightRegimes([], said)
    expect(weightsAt(regimes, 0, [...names, 'vm9'])).toEqual({
      'Domain-0': 256,
      vm1: 512,
      vm2: 300,
      vm9: 256,
    })
    const changed = weightRegimes([recording(100, [[250, 'vm1', 384]])], said)
    expect(weightsAt(changed, 200, names).vm1).toBe(256)
    expect(weightsAt(changed, 300, names).vm1).toBe(512)
  })
})
