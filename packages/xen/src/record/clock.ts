import { expectSuccess } from '../check-answer.ts'
import { HostError } from '../host-error.ts'
import type { RemoteShell } from '../remote-shell.ts'
import type { ClockOffset } from './recording-facts.ts'

export interface ClockReading extends ClockOffset {
  /** Round trip of the fastest query, which bounds the network's delay. */
  roundTripSeconds: number
}

/** The least and the most that a clock may be ahead of ours. */
interface Bounds {
  low: number
  high: number
}

/** The instants that `date +%s.%N` may stand for; without %N (BusyBox) it prints whole seconds. */
export function readDate(text: string): { from: number; to: number } | null {
  const match = /^(\d{9,11})(?:\.(\d{1,9}))?(?:\.?%?N)?\s*$/.exec(text)
  if (!match) return null
  const from = Number(`${match[1]}.${match[2] ?? '0'}`)
  return { from, to: from + (match[2] === undefined ? 1 : 0) }
}

/** Bounds the offset of a clock that was read between two instants of ours. */
export function boundOffset(shown: { from: number; to: number }, sent: number, received: number) {
  return { low: shown.from - received, high: shown.to - sent }
}

export function offsetOf({ low, high }: Bounds): ClockOffset {
  return { hostMinusOursSeconds: (low + high) / 2, uncertaintySeconds: (high - low) / 2 }
}

/**
 * Compares the host's clock with ours. The round trip of each query bounds the difference; together
 * they bound it more tightly than any single one.
 *
 * @throws HostError
 */
export async function readClock(
  shell: RemoteShell,
  nowSeconds: () => number,
  questions = 5,
): Promise<ClockReading> {
  const all: (Bounds & { roundTripSeconds: number })[] = []
  for (let asked = 0; asked < questions; asked += 1) {
    const sent = nowSeconds()
    const answer = await shell.run({ verb: 'clock' })
    const received = nowSeconds()
    const text = expectSuccess(answer, shell.commandLine({ verb: 'clock' }))
    const shown = readDate(text)
    if (!shown) throw new HostError('unexpected-answer', 'The host does not report the time.', text)
    all.push({ ...boundOffset(shown, sent, received), roundTripSeconds: received - sent })
  }
  const quickest = all.reduce((a, b) => (b.roundTripSeconds < a.roundTripSeconds ? b : a))
  const low = Math.max(...all.map((bounds) => bounds.low))
  const high = Math.min(...all.map((bounds) => bounds.high))
  // A clock that was set meanwhile leaves an empty intersection.
  const bounds = low <= high ? { low, high } : quickest
  return { ...offsetOf(bounds), roundTripSeconds: quickest.roundTripSeconds }
}

/** How far an offset moved beyond what the two uncertainties explain. */
export function driftBetween(before: ClockOffset, after: ClockOffset): number {
  const moved = after.hostMinusOursSeconds - before.hostMinusOursSeconds
  const explained = before.uncertaintySeconds + after.uncertaintySeconds
  return Math.sign(moved) * Math.max(0, Math.abs(moved) - explained)
}
