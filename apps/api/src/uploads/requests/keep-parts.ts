import { LRUCache } from 'lru-cache'
import type { TracedGuest, TracedRecording, TracedSources } from './read-traced-part.ts'

const KEPT_BYTES = 128 * 2 ** 20
const BYTES_PER_CHANGE = 14
/** Measured: its times. */
const BYTES_PER_REQUEST = 64

/**
 * Keeps the parts that were last looked at, as many as fit: the questions of a page are about the
 * same one.
 */
export function keepParts(
  read: (sources: TracedSources) => Promise<TracedRecording>,
  maxSize = KEPT_BYTES,
): LRUCache<string, TracedRecording, TracedSources> {
  return new LRUCache({
    maxSize,
    sizeCalculation: sizeOf,
    fetchMethod: (_key, _stale, { context }) => read(context),
    // A reading that waits may have to make room for other parts, but its caller still needs the answer.
    ignoreFetchAbort: true,
  })
}

function sizeOf({ schedule, guests }: TracedRecording): number {
  const ofGuests = [...guests.values()].reduce((sum, guest) => sum + sizeOfGuest(guest), 0)
  return 1 + schedule.at.length * BYTES_PER_CHANGE + ofGuests
}

function sizeOfGuest({ requests, spent: { seconds } }: TracedGuest): number {
  return requests.length * BYTES_PER_REQUEST + seconds.byteLength
}
