import type { Domain } from '@steelyard/contract'
import { formatRelative } from '../../lib/format.ts'

/** The letters of `xl list`, the gravest first. */
const letters: readonly [letter: string, word: string][] = [
  ['d', 'dying'],
  ['c', 'crashed'],
  ['s', 'shut down'],
  ['p', 'paused'],
  ['r', 'running'],
  ['b', 'idle'],
]

/** `-b----` in words; a domain without a letter waits for a pCPU. */
export function domainStateWords({
  gone,
  seenAt,
  state,
}: Pick<Domain, 'gone' | 'seenAt' | 'state'>): string {
  if (gone) return `gone, last seen ${formatRelative(seenAt)}`
  if (state === null) return '–'
  if (!/^[rbpscd-]{6}$/.test(state)) return state
  return letters.find(([letter]) => state.includes(letter))?.[1] ?? 'runnable'
}
