import { percentile95 } from '@steelyard/model'
import { interval } from '@steelyard/simulator'
import type { ClientTimesSpec, RequestSink } from '@steelyard/traces'
import { NumberList } from './number-list.ts'
import type { RecordingReader } from './recording-reader.ts'

/** A time span of the clients, in seconds after the start of the recording. */
export interface Stretch {
  fromSeconds: number
  toSeconds: number
}

/** Sum and number of response times of the requests planned in one part of a stretch. */
interface Batch {
  requests: number
  seconds: number
}

/** What the clients of one domain measured in one time span. All times are in seconds. */
export interface Truth {
  mean: number
  p95: number
  /** Half-width of the 95 % confidence interval of the mean, by batch means. */
  meanHalfWidth: number | null
  requests: number
  /** Number of requests without a successful answer. No other figure includes them. */
  unanswered: number
  /** Equal batches of the time span, in order. */
  batches: Batch[]
}

export const BATCHES = 10

/**
 * Response times of the answered requests planned in each stretch. Null where there were none.
 * `resp_s` counts from the connection to the last byte.
 */
export async function readTruth(
  reader: RecordingReader,
  { domain, file }: { domain: string; file: string },
  recordingStartEpochSeconds: number,
  stretches: readonly Stretch[],
): Promise<(Truth | null)[]> {
  const columns = (await reader.firstLine(file)).split(',').map((name) => name.trim())
  const planned = columns.includes('sched_s')
  const spec: ClientTimesSpec = {
    kind: 'client-times',
    domain,
    startColumn: planned ? 'sched_s' : 'start_epoch',
    responseColumn: 'resp_s',
    responseUnit: 's',
    ...(columns.includes('status') ? { statusColumn: 'status' } : {}),
    ...(columns.includes('error') ? { errorColumn: 'error' } : {}),
  }
  const tallies = stretches.map((stretch) => new Tally(stretch))
  const zero = planned ? 0 : recordingStartEpochSeconds
  const sink: RequestSink = {
    openRequests: () => ({
      add(start, duration, isError) {
        const at = start - zero
        tallies.find((tally) => tally.holds(at))?.add(at, isError ? Number.NaN : duration)
      },
      close() {},
    }),
  }
  await reader.requests(file, spec, sink, { relativeTime: planned })
  return tallies.map((tally) => tally.finish())
}

class Tally {
  readonly #stretch: Stretch
  readonly #durations = new NumberList()
  readonly #batches = Array.from({ length: BATCHES }, () => ({ requests: 0, seconds: 0 }))
  #unanswered = 0

  constructor(stretch: Stretch) {
    this.#stretch = stretch
  }

  holds(at: number): boolean {
    return at >= this.#stretch.fromSeconds && at < this.#stretch.toSeconds
  }

  add(at: number, duration: number): void {
    if (Number.isNaN(duration)) {
      this.#unanswered++
      return
    }
    this.#durations.add(duration)
    const { fromSeconds, toSeconds } = this.#stretch
    const part = Math.floor(((at - fromSeconds) / (toSeconds - fromSeconds)) * BATCHES)
    const batch = this.#batches[Math.min(BATCHES - 1, part)]!
    batch.requests++
    batch.seconds += duration
  }

  finish(): Truth | null {
    const batches = this.#batches
    const unanswered = this.#unanswered
    const requests = batches.reduce((sum, batch) => sum + batch.requests, 0)
    if (requests === 0) return null
    const means = batches.flatMap((batch) =>
      batch.requests === 0 ? [] : [batch.seconds / batch.requests],
    )
    return {
      mean: batches.reduce((sum, batch) => sum + batch.seconds, 0) / requests,
      p95: percentile95([...this.#durations.sorted()])!,
      meanHalfWidth: interval(means).halfWidth,
      requests,
      unanswered,
      batches,
    }
  }
}
