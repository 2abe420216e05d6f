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
const reading = (
  idlePCpus: number,
  ownPCpus = 1,
  report: IdleReading['report'] = null,
): IdleReading => ({ idlePCpus, ownPCpus, report })

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

  it('a further thread takes 0.4 of a pCPU, no less', () => {
    expect(follow(times(3, reading(0.4))).threads.at(-1)).toBe(2)
    expect(follow(times(3, reading(0.39))).threads.at(-1)).toBe(1)
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

describe('with a report of the load balancer', () => {
  // Four pCPUs are idle or the load balancer's, whether or not the host sees it at work.
  it.each<[string, number, number, string]>([
    ['busy from half of the time on', 0.5, 0, 'rising'],
    ['mostly waiting', 0.49, 0, 'no-concentrated-io'],
    ['at rest', 0, 0, 'no-concentrated-io'],
    ['busy, but with time left while requests wait for the servers', 0.89, 1, 'servers-short'],
    ['mostly waiting while requests wait for the servers', 0.1, 30, 'servers-short'],
    ['saturated, so that requests wait for it', 0.9, 1, 'rising'],
    ['saturated without a queue', 1, 0, 'rising'],
  ])('%s', (_, busyShare, queuedRequests, reason) => {
    for (const ownPCpus of [0, 1]) {
      const each = reading(4 - ownPCpus, ownPCpus, { busyShare, queuedRequests })
      expect(follow([each]).reasons).toEqual([reason])
      const more = reason === 'rising' ? 4 : 1
      expect(follow(times(3, each)).threads.at(-1)).toBe(more)
    }
  })

  it('says that the servers are short also where no pCPU is idle or the limit is reached', () => {
    const report = { busyShare: 0.2, queuedRequests: 5 }
    const one = { vCpus: 1, kneeProcesses: null }
    expect(follow([reading(0, 1, report)]).reasons).toEqual(['servers-short'])
    expect(follow([reading(3, 1, report)], one).reasons).toEqual(['servers-short'])
  })

  it('keeps and takes back existing threads by the pCPUs alone', () => {
    const atWork = { busyShare: 1, queuedRequests: 0 }
    const two = follow(times(3, reading(1, 1, atWork))).state
    const atRest = { busyShare: 0, queuedRequests: 0 }
    expect(follow(times(20, reading(1, 1, atRest)), wide, two).threads.at(-1)).toBe(2)
    expect(follow(times(6, reading(0, 1, atWork)), wide, two).threads.at(-1)).toBe(1)
  })

  it('starts to count again after a reading whose report says otherwise', () => {
    const busy = reading(3, 1, { busyShare: 1, queuedRequests: 0 })
    const short = reading(3, 1, { busyShare: 0.5, queuedRequests: 1 })
    expect(follow([busy, busy, short, busy, busy, busy]).threads).toEqual([1, 1, 1, 1, 1, 4])
  })
})

describe('for arbitrary readings', () => {
  const idle = fc.double({ min: 0, max: 8, noNaN: true })
  const own = fc.double({ min: 0, max: 4, noNaN: true })
  const report = fc.record({
    busyShare: fc.double({ min: 0, max: 1, noNaN: true }),
    queuedRequests: fc.nat({ max: 3 }),
  })
  const anyReading = fc.record({ idlePCpus: idle, ownPCpus: own, report: fc.option(report) })
  const readings = fc.array(anyReading, { minLength: 1, maxLength: 80 })
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
      fc.property(readings, anyReading, (before, each) => {
        const { state } = follow(before)
        const { threads } = follow(times(60, each), wide, state)
        expect(new Set(threads.slice(-30)).size).toBe(1)
      }),
    )
  })

  it('never rises while the servers are short, and not for what the host sees of a reporter', () => {
    fc.assert(
      fc.property(readings, report, idle, (before, own, idlePCpus) => {
        const { state } = follow(before)
        const [seen, unseen] = [4, 0].map((ownPCpus) =>
          // The same CPU beyond the first pCPU, so that only the judgement of I/O could differ.
          follow(times(9, reading(idlePCpus + 4 - ownPCpus, ownPCpus, own)), wide, state),
        )
        expect(seen).toEqual(unseen)
        const isShort = own.queuedRequests > 0 && own.busyShare < advicePolicy.saturated
        if (isShort) expect(seen!.threads.at(-1)).toBeLessThanOrEqual(state.threads)
      }),
    )
  })

  it('judges a report without a queue as the same CPU use for each thread', () => {
    fc.assert(
      fc.property(idle, fc.integer({ min: 0, max: 16 }), (idlePCpus, sixteenths) => {
        const ownPCpus = sixteenths / 16
        const own = { busyShare: ownPCpus, queuedRequests: 0 }
        expect(follow(times(9, reading(idlePCpus, ownPCpus, own)))).toEqual(
          follow(times(9, reading(idlePCpus, ownPCpus))),
        )
      }),
    )
  })
})
