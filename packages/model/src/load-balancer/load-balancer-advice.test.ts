import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AdviceState,
  adviceAt,
  advicePolicy,
  adviseThreads,
  type IdleReading,
  type ThreadLimits,
} from './load-balancer-advice.ts'

const wide: ThreadLimits = { vCpus: 16, kneeProcesses: null }
const reading = (idlePCpus: number, ownPCpus = 1): IdleReading => ({ idlePCpus, ownPCpus })

function follow(
  readings: readonly IdleReading[],
  limits: ThreadLimits = wide,
  from: AdviceState = adviceAt(1),
) {
  const threads: number[] = []
  const reasons: string[] = []
  let state = from
  for (const each of readings) {
    const next = adviseThreads(state, each, limits)
    state = next.state
    threads.push(state.threads)
    reasons.push(next.reason)
  }
  return { threads, reasons, state }
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

describe('adviseThreads', () => {
  it('adds one process for the one idle pCPU of figure 1 at the third reading', () => {
    const { threads, reasons } = follow(times(4, reading(1)))
    expect(threads).toEqual([1, 1, 2, 2])
    expect(reasons).toEqual(['rising', 'rising', 'raised', 'steady'])
  })

  it('raises to the least that all consecutive readings ask for', () => {
    expect(follow([reading(3), reading(1), reading(2)]).threads.at(-1)).toBe(2)
  })

  it('keeps threads on the pCPUs that its own threads use', () => {
    const two = follow(times(3, reading(1))).state
    // Both threads are busy, so no pCPU is idle any more.
    expect(follow(times(20, reading(0, 2)), wide, two).threads.at(-1)).toBe(2)
  })

  it('does not count a pCPU twice while the load balancer leaves most of its own idle', () => {
    // Two pCPUs with the load balancer on half of one: 1.5 idle is one further pCPU, not two.
    expect(follow(times(9, reading(1.5, 0.5))).threads.at(-1)).toBe(2)
  })

  it('lowers more slowly than it raises once others want the pCPU', () => {
    const two = follow(times(3, reading(1))).state
    const { threads, reasons } = follow(times(6, reading(0)), wide, two)
    expect(threads).toEqual([2, 2, 2, 2, 2, 1])
    expect(reasons.at(-1)).toBe('lowered')
  })

  it('raises only while I/O is concentrated', () => {
    const { threads, reasons } = follow(times(5, reading(2.8, 0.2)))
    expect(threads.at(-1)).toBe(1)
    expect(reasons.at(-1)).toBe('no-concentrated-io')
  })

  it.each<[string, ThreadLimits, number]>([
    ['vCPUs', { vCpus: 2, kneeProcesses: null }, 2],
    ['knee', { vCpus: 8, kneeProcesses: 3 }, 3],
    ['one thread at least', { vCpus: 1, kneeProcesses: null }, 1],
  ])('respects the %s', (_, limits, most) => {
    const { threads, reasons } = follow(times(5, reading(6)), limits)
    expect(threads.at(-1)).toBe(most)
    expect(reasons.at(-1)).toBe('at-limit')
  })

  it('calls I/O concentrated from half a pCPU for each thread on: one for two', () => {
    const two = follow(times(3, reading(1))).state
    expect(follow([reading(2, 1)], wide, two).reasons).toEqual(['rising'])
    expect(follow([reading(2.1, 0.9)], wide, two).reasons).toEqual(['no-concentrated-io'])
  })

  it('a further thread takes 0.8 of a pCPU, no less', () => {
    expect(follow(times(3, reading(0.8))).threads.at(-1)).toBe(2)
    expect(follow(times(3, reading(0.79))).threads.at(-1)).toBe(1)
  })

  it('says why it stays: without an idle pCPU for the first thread, at rest with more', () => {
    const two = follow(times(3, reading(1))).state
    expect(follow([reading(0)]).reasons).toEqual(['no-idle-pcpu'])
    expect(follow([reading(0, 2)], wide, two).reasons).toEqual(['steady'])
  })

  it('applies a lower limit immediately', () => {
    const five = follow(times(3, reading(4))).state
    const { threads, reasons } = follow([reading(4)], { vCpus: 2, kneeProcesses: null }, five)
    expect([threads, reasons]).toEqual([[2], ['limited']])
  })
})

describe('for arbitrary readings', () => {
  const idle = fc.double({ min: 0, max: 8, noNaN: true })
  const own = fc.double({ min: 0, max: 4, noNaN: true })
  const readings = fc.array(fc.record({ idlePCpus: idle, ownPCpus: own }), {
    minLength: 1,
    maxLength: 80,
  })
  const limits = fc.record({
    vCpus: fc.integer({ min: 1, max: 8 }),
    kneeProcesses: fc.option(fc.integer({ min: 1, max: 8 })),
  })

  it('stays between one and the limits and changes only after the required number of readings', () => {
    fc.assert(
      fc.property(readings, limits, (all, most) => {
        const { threads } = follow(all, most)
        let last = { at: -1, threads: 1 }
        for (const [at, each] of threads.entries()) {
          expect(each).toBeGreaterThanOrEqual(1)
          expect(each).toBeLessThanOrEqual(Math.min(most.vCpus, most.kneeProcesses ?? 99))
          if (each === last.threads) continue
          const needed = each > last.threads ? advicePolicy.raiseAfter : advicePolicy.lowerAfter
          expect(at - last.at).toBeGreaterThanOrEqual(needed)
          last = { at, threads: each }
        }
      }),
    )
  })

  it('does not flap when the idle pCPUs vary by less than its dead band', () => {
    const band = advicePolicy.idleToRaise - advicePolicy.idleToStay
    const within = fc.array(fc.double({ min: 0, max: band * 0.99, noNaN: true }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 6, noNaN: true }), within, (floor, variation) => {
        const { threads } = follow(variation.map((more) => reading(floor + more, 1)))
        const steps = threads.slice(1).map((each, index) => Math.sign(each - threads[index]!))
        // Every reading has a busy load balancer, so the advice stays once it has reached its
        // level.
        expect(steps.includes(-1) && steps.includes(1)).toBe(false)
      }),
    )
  })

  it('does not change when readings alternate between opposites', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 60 }),
        (more, count) => {
          const state = follow(times(3, reading(1))).state
          const all = Array.from({ length: count }, (_, i) => reading(i % 2 ? 0 : 1 + more))
          expect(new Set(follow(all, wide, state).threads)).toEqual(new Set([2]))
        },
      ),
    )
  })

  it('settles on a host that does not change', () => {
    fc.assert(
      fc.property(readings, idle, own, (before, idlePCpus, ownPCpus) => {
        const { state } = follow(before)
        const { threads } = follow(times(60, { idlePCpus, ownPCpus }), wide, state)
        expect(new Set(threads.slice(-30)).size).toBe(1)
      }),
    )
  })
})
