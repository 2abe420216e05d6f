import type { RequestLife, RequestSpan } from '@steelyard/contract'

export type StateKey = 'runs' | 'shares' | 'waits' | 'parked' | 'sleeps'

export interface Segment<Key> {
  fromMs: number
  toMs: number
  key: Key
  /** How much of the height of its lane it takes, from 0 to 1. */
  height: number
  words: string
}

export interface Lane {
  /** The domain; null where the lane shows all of them. */
  label: string | null
  segments: Segment<string>[]
}

/** What the guest did; where it computed with several requests in flight, it did so for all. */
export function guestSegments({ spans }: RequestLife): Segment<StateKey>[] {
  const segments = spans.map((span) => ({
    ...timesOf(span),
    key: stateKey(span),
    height: 1,
    words: stateWords(span),
  }))
  return merged(segments)
}

/** Who had the pCPU: one lane on a host with one; else for each domain how many it had. */
export function pCpuLanes({ spans }: RequestLife): Lane[] {
  const pCpus = spans[0]?.pCpus.length ?? 0
  const names = [...new Set(spans.flatMap((span) => span.pCpus))].filter((name) => name !== null)
  if (pCpus === 1) {
    const had = names.flatMap((name) => segmentsOf(spans, name, () => `${name} ran`))
    return [{ label: null, segments: had.sort((a, b) => a.fromMs - b.fromMs) }]
  }
  return names.sort().map((name) => ({
    label: name,
    segments: segmentsOf(spans, name, (count) => `${name} had ${count} of ${pCpus} pCPUs`),
  }))
}

function segmentsOf(
  spans: readonly RequestSpan[],
  name: string,
  wordsOf: (count: number) => string,
): Segment<string>[] {
  return merged(
    spans.flatMap((span) => {
      const count = span.pCpus.filter((domain) => domain === name).length
      if (count === 0) return []
      const height = count / span.pCpus.length
      return [{ ...timesOf(span), key: name, height, words: wordsOf(count) }]
    }),
  )
}

/** One segment where neighbours say the same, so that a long life has few. */
function merged<Key>(segments: Segment<Key>[]): Segment<Key>[] {
  const all: Segment<Key>[] = []
  for (const segment of segments) {
    const before = all.at(-1)
    if (before && before.toMs === segment.fromMs && before.words === segment.words) {
      before.toMs = segment.toMs
    } else all.push(segment)
  }
  return all
}

function timesOf({ fromMs, toMs }: RequestSpan) {
  return { fromMs, toMs }
}

function stateKey({ state, inFlight }: RequestSpan): StateKey {
  return state === 'runs' && inFlight > 1 ? 'shares' : state
}

export function stateWords({ state, inFlight }: RequestSpan): string {
  return state === 'runs' && inFlight > 1 ? `runs, with ${inFlight} in flight` : state
}
