/** Reads the files other than logs that Domain-0 wrote: see domain-0/record.sh and replay.c. */

/** One instant by two clocks. */
export interface ClockPair {
  /** The time stamp counter that Xen uses in its trace. */
  tsc: bigint
  epochSeconds: number
}

export function clockPair(said: string): ClockPair {
  const [, tsc, epoch] = expectMatch(/^tsc (\d+) epoch ([\d.]+)$/m, said, 'a moment by both clocks')
  return { tsc: BigInt(tsc!), epochSeconds: Number(epoch) }
}

/**
 * The rate of the time stamp counter in Hz, from two instants, rounded to whole MHz as CPUs have
 * it.
 */
export function tscHzOf(a: ClockPair, b: ClockPair): number {
  const seconds = b.epochSeconds - a.epochSeconds
  return Math.round(Number(b.tsc - a.tsc) / seconds / 1e6) * 1e6
}

/** The epoch time in seconds of second 0 of the plan. */
export function startEpoch(said: string): number {
  return Number(expectMatch(/^start ([\d.]+) /m, said, 'when the load began')[1])
}

export function domainsListed(xlList: string): { name: string; id: number }[] {
  const rows = xlList.matchAll(/^(\S+) +(\d+) +\d+ +\d+ +[a-z-]{6} +[\d.]+$/gm)
  return [...rows].map(([, name, id]) => ({ name: name!, id: Number(id) }))
}

const HAS_TIME = 0x8000_0000
const WORDS_SHIFT = 28

/** The timestamp of the first record in a trace that has one. */
export function firstTsc(trace: Buffer): bigint {
  for (let at = 0; at + 12 <= trace.length; ) {
    const header = trace.readUInt32LE(at)
    if (header & HAS_TIME) return trace.readBigUInt64LE(at + 4)
    at += 4 + 4 * ((header >>> WORDS_SHIFT) & 7)
  }
  throw new Error('The trace holds no record with a time.')
}

function expectMatch(pattern: RegExp, text: string, what: string): RegExpExecArray {
  const match = pattern.exec(text)
  if (!match) throw new Error(`Domain-0 did not say ${what}: ${text.slice(0, 200)}`)
  return match
}
