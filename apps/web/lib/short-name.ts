import { formatCount, formatItems } from '@steelyard/contract/format'

/** The longest label of a mark on a chart of a phone. */
const MARK_LENGTH = 36

/** A name of at most so many characters, cut in the middle: its end tells hosts and guests apart. */
export function shortName(name: string, most: number): string {
  if (name.length <= most) return name
  const tail = Math.floor((most - 1) / 2)
  return `${name.slice(0, most - 1 - tail)}…${name.slice(-tail)}`
}

/** Changes of weights at one instant, as the mark on a chart has room for them. */
export function changesLabel(changes: readonly { domain: string; weight: number }[]): string {
  const words = changes.map(
    ({ domain, weight }) => `${shortName(domain, 12)} → ${formatCount(weight)}`,
  )
  const all = formatItems(words)
  return all.length <= MARK_LENGTH ? all : `${words[0]} and ${words.length - 1} more`
}
