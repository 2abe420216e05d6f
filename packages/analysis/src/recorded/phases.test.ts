import { describe, expect, it } from 'vitest'
import { phasesOf } from './phases.ts'

const regime = (fromEpochSeconds: number) => ({ fromEpochSeconds, weights: {} })
const span = (label: string, fromEpochSeconds: number, toEpochSeconds: number) => ({
  label,
  fromEpochSeconds,
  toEpochSeconds,
})
const always = regime(Number.NEGATIVE_INFINITY)
const recorded = { fromEpochSeconds: 0, toEpochSeconds: 100 }

describe('phasesOf', () => {
  it('keeps planned phases, and does not cut at a change within a second of a boundary', () => {
    const planned = [span('Phase 1', 0, 50), span('Phase 2', 50, 100)]
    expect(phasesOf(planned, [always, regime(50.6)], recorded)).toEqual(planned)
  })

  it('cuts a phase in the middle of which weights changed', () => {
    const planned = [span('Phase 1', 0, 100)]
    expect(phasesOf(planned, [always, regime(30), regime(60)], recorded)).toEqual([
      span('Phase 1a', 0, 30),
      span('Phase 1b', 30, 60),
      span('Phase 1c', 60, 100),
    ])
  })

  it('has one stretch per regime without a recording, or the whole', () => {
    expect(phasesOf([], [always], recorded)).toEqual([span('Whole recording', 0, 100)])
    expect(phasesOf([], [always, regime(40)], recorded)).toEqual([
      span('Weights 1', 0, 40),
      span('Weights 2', 40, 100),
    ])
  })
})
