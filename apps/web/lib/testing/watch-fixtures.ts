import type {
  HostMark,
  Watch,
  WatchedLog,
  WatchedWindow,
  WatchPoint,
  WatchSeries,
} from '@steelyard/contract'
import { idOf } from './fixtures.ts'

const WINDOW_SECONDS = 10

/** Three windows before now, so that the third has just ended. */
const START = (Math.floor(Date.now() / (WINDOW_SECONDS * 1000)) - 3) * WINDOW_SECONDS * 1000

/** The start of the nth window of 10 s. */
export const windowStart = (order: number) =>
  new Date(START + order * WINDOW_SECONDS * 1000).toISOString()

export function aWatch(more: Partial<Watch> = {}): Watch {
  return {
    intervalSeconds: 10,
    guestLogs: true,
    trace: null,
    state: 'watching',
    since: '2026-11-20T10:00:00Z',
    storedTo: windowStart(3),
    tracedAt: null,
    logs: [aWatchedLog('vm1')],
    trouble: null,
    ...more,
  }
}

export function aWatchedLog(domain: string, more: Partial<WatchedLog> = {}): WatchedLog {
  return {
    domain,
    trouble: null,
    acceptedLines: 1200,
    rejectedLines: 0,
    lastRejected: null,
    untimed: null,
    ...more,
  }
}

/** The nth window of a domain. */
export function aWatchPoint(order: number, more: Partial<WatchPoint> = {}): WatchPoint {
  return {
    at: windowStart(order),
    seconds: WINDOW_SECONDS,
    responseTimeMs: 60,
    meanMs: 30,
    arrivalRatePerSecond: 20,
    usedPCpus: 0.4,
    waitedPCpus: null,
    coveredSeconds: WINDOW_SECONDS,
    ...more,
  }
}

/** Three windows of two domains; vm1 misses its target in the last one, vm2 has none. */
export function aWatchSeries(more: Partial<WatchSeries> = {}): WatchSeries {
  return {
    from: windowStart(-177),
    to: windowStart(3),
    windowSeconds: WINDOW_SECONDS,
    statistic: 'p95',
    domains: [
      {
        domain: 'vm1',
        targetMs: 80,
        points: [aWatchPoint(0), aWatchPoint(1), aWatchPoint(2, { responseTimeMs: 120 })],
      },
      { domain: 'vm2', targetMs: null, points: [aWatchPoint(0), aWatchPoint(1), aWatchPoint(2)] },
    ],
    ...more,
  }
}

export function aWatchedWindow(
  order: number,
  domains: Record<string, Partial<WatchPoint>>,
): WatchedWindow {
  return {
    at: windowStart(order),
    windowSeconds: WINDOW_SECONDS,
    domains: Object.entries(domains).map(([domain, more]) => ({
      domain,
      point: aWatchPoint(order, more),
    })),
  }
}

export function aMark(more: Partial<HostMark> = {}): HostMark {
  return {
    at: windowStart(1),
    to: null,
    kind: 'weight',
    domain: 'vm1',
    text: 'The weight of vm1 changed from 256 to 512.',
    planId: null,
    hotspotId: null,
    annotationId: null,
    by: null,
    ...more,
  }
}

export const aPlannedMark = () =>
  aMark({ kind: 'plan', text: 'Weights were planned.', planId: idOf(40), domain: null })
