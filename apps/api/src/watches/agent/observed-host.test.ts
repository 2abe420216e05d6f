import type { LiveWindow } from '@steelyard/traces'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nowSeconds } from '../../epoch.ts'
import { ObservedHost } from './observed-host.ts'

const START = 1_795_190_400
const SPEC = { syntax: 'apache', format: '%{usec}t %>s %D' } as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 }))
afterEach(() => void vi.useRealTimers())

/** A host with vm1, whose log has a request every second and which uses half a pCPU. */
function observe() {
  const host = new ObservedHost({ intervalSeconds: 1, storedTo: null })
  const windows: LiveWindow[] = []
  for (const source of ['cpu', 'vm1']) host.connected(source)
  host.openLog('vm1', SPEC, { atEpochSeconds: nowSeconds() })
  return {
    host,
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

describe('a log that was away while another one went on', () => {
  /** What vm2 logs: a request every half second, from the beginning. */
  const lines = (fromSecond: number, toSecond: number) =>
    Buffer.from(
      Array.from(
        { length: 2 * (toSecond - fromSecond) },
        (_, half) => START + fromSecond + half / 2,
      )
        .map((start) => `${start * 1e6} 200 10000\n`)
        .join(''),
    )

  /** Opened at that second, it says what it holds from another one on. */
  function come(host: ObservedHost, second: number, fromSecond: number) {
    host.connected('vm2')
    const observers = host.openLog('vm2', SPEC, { atEpochSeconds: nowSeconds() })
    for (const observer of observers) {
      observer.logLines('vm2', lines(fromSecond, second))
      observer.logAlive('vm2', nowSeconds())
    }
  }
  function lose(host: ObservedHost) {
    host.logLost('vm2', nowSeconds())
    host.disconnected('vm2')
  }
  const requestsIn = (windows: readonly LiveWindow[]) =>
    windows.map(({ startEpochSeconds, observations }) => {
      const vm2 = observations.find(({ domain }) => domain === 'vm2')
      return [startEpochSeconds - START, vm2?.requests?.arrivals, vm2?.requests?.coveredSeconds]
    })
  const whole = (from: number, to: number) =>
    Array.from({ length: (to - from) / 10 }, (_, index) => [from + 10 * index, 20, 10])

  it('for longer than windows are kept also says what happened in the forgotten time', () => {
    const { host, live, windows } = observe()
    come(host, 0, 0)
    live(5)
    lose(host)
    live(995)
    expect(host.awaySeconds('vm2')).toBe(995)
    expect(host.takeReturned()).toEqual([])
    const kept = host.observer.fromEpochSeconds - START
    windows.length = 0
    come(host, 1000, 0)
    const [returned, ...others] = host.takeReturned()
    live(1)
    expect(others).toEqual([])
    expect(returned!.domain).toBe('vm2')
    expect(requestsIn(returned!.windows).slice(1)).toEqual(whole(10, kept))
    expect(requestsIn(windows).slice(0, 20)).toEqual(whole(kept, kept + 200))
    live(70)
    expect(host.takeReturned()).toEqual([])
    lose(host)
    come(host, 1071, 1000)
    expect(host.takeReturned()).toEqual([])
  })

  it('and is lost again at once says all of it when it comes back for good', () => {
    const { host, live } = observe()
    come(host, 0, 0)
    lose(host)
    live(700)
    host.connected('vm2')
    host.openLog('vm2', SPEC, { atEpochSeconds: nowSeconds() })
    lose(host)
    live(300)
    const kept = host.observer.fromEpochSeconds - START
    come(host, 1000, 0)
    const [returned] = host.takeReturned()
    expect(requestsIn(returned!.windows).slice(1)).toEqual(whole(10, kept))
  })
})
