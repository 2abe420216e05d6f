import { median } from '@steelyard/model'
import type { RecordedWork } from '../config/twin-config.ts'

interface Span {
  startSeconds: number
  endSeconds: number
}

/** What was observed of Domain-0 in an interval. */
export interface Domain0Window extends Span {
  /** CPU seconds of Domain-0. */
  cpuSeconds: number
  /** Arrivals at all guests. */
  requests: number
}

export interface Domain0Cost {
  cpuSecondsPerRequest: number
  background: { windows: RecordedWork[] }
}

/**
 * From this ratio on, the rates of the busier and the calmer half of the windows differ enough to
 * estimate a slope.
 */
const LEAST_RATE_RATIO = 1.5

/** Interval between the usual pieces of work beyond requests; more work means more pieces. */
const PIECE_SECONDS = 1

/**
 * Splits Domain-0's CPU time into the cost of requests and its other work, window by window:
 * monitoring, and now and then something large that delays every guest, which an average would
 * hide.
 *
 * The cost of a request is the slope of CPU over request rate: the median of the slopes between
 * windows of the calmer and of the busier half (Theil 1950, incomplete method), which large pieces
 * of other work do not affect. When all windows are alike there is no slope; then all CPU time of
 * the median window is attributed to its requests. The seconds before and after a load help.
 * @param windows in order of time
 * @param span for which to return the other work; intervals in it without a window get the usual
 * amount. Default: the windows.
 */
export function domain0Cost(windows: readonly Domain0Window[], span?: Span): Domain0Cost {
  const cpuSecondsPerRequest = costPerRequest(windows)
  const works = besideRequests(windows, cpuSecondsPerRequest)
  const usual = median(works.map(({ work, seconds }) => work / seconds)) ?? 0
  const pieces = works.flatMap((work) => inPieces(work, usual))
  return {
    cpuSecondsPerRequest,
    background: { windows: span ? within(span, pieces, usual) : pieces },
  }
}

function costPerRequest(windows: readonly Domain0Window[]): number {
  const points = windows
    .map(({ startSeconds, endSeconds, cpuSeconds, requests }) => {
      const length = endSeconds - startSeconds
      return { rate: requests / length, utilisation: cpuSeconds / length }
    })
    .sort((a, b) => a.rate - b.rate)
  const half = Math.floor(points.length / 2)
  const pairs = points
    .slice(0, half)
    .map((calm, index) => [calm, points.at(index - half)!] as const)
  const slopes = pairs
    .filter(([calm, busy]) => busy.rate > LEAST_RATE_RATIO * calm.rate)
    .map(([calm, busy]) => (busy.utilisation - calm.utilisation) / (busy.rate - calm.rate))
  const busiest = points.filter(({ rate }) => rate > 0)
  const slope =
    slopes.length > 0
      ? median(slopes)
      : median(busiest.map(({ rate, utilisation }) => utilisation / rate))
  return Math.max(0, slope ?? 0)
}

interface Work extends Span {
  seconds: number
  /** CPU seconds. */
  work: number
}

function besideRequests(windows: readonly Domain0Window[], cost: number): Work[] {
  let owed = 0
  return windows.map((window) => {
    // Work for one window's requests that was done in the next one must not be counted twice.
    const work = window.cpuSeconds - cost * window.requests + owed
    owed = Math.min(0, work)
    return { ...window, work: Math.max(0, work), seconds: window.endSeconds - window.startSeconds }
  })
}

function inPieces({ startSeconds, seconds, work }: Work, usual: number): RecordedWork[] {
  const each = usual * PIECE_SECONDS
  const pieces = Math.max(1, Math.round(each > 0 ? work / each : seconds / PIECE_SECONDS))
  return Array.from({ length: pieces }, (_, index) => ({
    startSeconds: startSeconds + (index * seconds) / pieces,
    endSeconds: startSeconds + ((index + 1) * seconds) / pieces,
    cpuSeconds: work / pieces,
  }))
}

/** Shorter gaps between windows come from rounded numbers. */
const LEAST_GAP_SECONDS = 0.5

function within({ startSeconds, endSeconds }: Span, pieces: RecordedWork[], usual: number) {
  const inside = pieces.filter(
    (piece) => piece.startSeconds >= startSeconds && piece.endSeconds <= endSeconds,
  )
  const edges = [...inside, { startSeconds: endSeconds, endSeconds, cpuSeconds: 0 }]
  let at = startSeconds
  return edges.flatMap((piece) => {
    const seconds = piece.startSeconds - at
    const gap = { startSeconds: at, endSeconds: piece.startSeconds, seconds, work: usual * seconds }
    at = piece.endSeconds
    const filled = seconds >= LEAST_GAP_SECONDS ? inPieces(gap, usual) : []
    return piece.startSeconds < endSeconds ? [...filled, piece] : filled
  })
}
