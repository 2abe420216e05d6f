import type { LiveWindow } from '@steelyard/traces'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nowSeconds, ObservedHost } from './observed-host.ts'

const START = 1_795_190_400
const SPEC = { syntax: 'apache', format: '%{usec}t %>s %D' } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 }))
afterEach(() => void vi.useRealTimers())

/** A host with vm1, whose log has a request every second and which uses half a pCPU. */
function observe() {
  const host = new ObservedHost({ intervalSeconds: 1, storedTo: null })
  const windows: LiveWindow[] = []
  for (const source of ['cpu', 'vm1']) host.connected(source)
  host.observer.openLog('vm1', SPEC, { atEpochSeconds: nowSeconds() })
  return {
    windows,
    live(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        vi.setSystemTime(Date.now() + 1000)
        const now = nowSeconds()
        host.observer.logLines('vm1', Buffer.from(`${now * 1e6 - 500_000} 200 10000\n`))
        host.observer.logAlive('vm1', now)
        host.cpuSample(now, '  vm1 --b--- 0 50.0 1 1.0 1 1.0 1 0\n')
        windows.push(...host.take())
      }
    },
  }
}

/** What each window says last, from this moment on: its beginning, requests and CPU time. */
function saidFrom(windows: readonly LiveWindow[], from: number) {
  const last = new Map(windows.map((window) => [window.startEpochSeconds, window.observations]))
  return [...last]
    .filter(([start]) => start >= from)
    .map(([start, [vm1]]) => [start - from, vm1!.requests!.arrivals, vm1!.cpu?.usedSeconds])
}

const minute = [0, 10, 20, 30, 40].map((start) => [start, 10, 5])

describe('a step of the clock', () => {
  it('forward leaves a gap, and what comes after it is whole again', () => {
    const { live, windows } = observe()
    live(63)
    vi.setSystemTime(Date.now() + 3_600_000)
    const after = Math.ceil(nowSeconds() / 10) * 10
    live(63)
    const gap = windows.filter(
      ({ startEpochSeconds: start, observations }) =>
        start >= START + 70 && start < after - 10 && observations.length > 0,
    )
    expect(gap).toEqual([])
    expect(saidFrom(windows, after).slice(0, 5)).toEqual(minute)
  })

  it('back tells the time that comes again anew', () => {
    const { live, windows } = observe()
    live(63)
    vi.setSystemTime(Date.now() - 3_600_000)
    const after = Math.ceil(nowSeconds() / 10) * 10
    windows.length = 0
    live(73)
    expect(windows.every(({ startEpochSeconds }) => startEpochSeconds < START)).toBe(true)
    expect(saidFrom(windows, after).slice(0, 5)).toEqual(minute)
  })
})
