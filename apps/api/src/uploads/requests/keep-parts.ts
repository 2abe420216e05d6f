import { LRUCache } from 'lru-cache'
import {
  readTracedPart,
  type TracedGuest,
  type TracedRecording,
  type TracedSources,
} from './read-traced-part.ts'

const KEPT_BYTES = 64 * 2 ** 20
const BYTES_PER_CHANGE = 14
/** Measured: its times. */
const BYTES_PER_REQUEST = 64

/** The parts that were last looked at, as many as fit: the questions of a page are about the same one. */
const kept = new LRUCache<string, TracedRecording>({
  maxSize: KEPT_BYTES,
  sizeCalculation: sizeOf,
})

/** @throws TraceError as `readTracedPart` */
export async function keptPart(sources: TracedSources): Promise<TracedRecording> {
  const key = JSON.stringify(sources)
  const known = kept.get(key)
  if (known) return known
  const read = await readTracedPart(sources)
  kept.set(key, read)
  return read
}

/** Bytes of memory, about. */
export function sizeOf({ schedule, guests }: TracedRecording): number {
  const ofGuests = [...guests.values()].reduce((sum, guest) => sum + sizeOfGuest(guest), 0)
  return 1 + schedule.at.length * BYTES_PER_CHANGE + ofGuests
}

function sizeOfGuest({ requests, spent: { seconds } }: TracedGuest): number {
  return requests.length * BYTES_PER_REQUEST + seconds.byteLength
}
