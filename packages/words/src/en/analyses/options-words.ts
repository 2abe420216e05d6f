import type { OptionName, WeightOptions, WeightRow } from '@steelyard/analysis'
import { formatList } from '@steelyard/contract/format'

const subjects: Record<OptionName, { words: string; isMany: boolean }> = {
  'in-force': { words: 'the weights in force', isMany: true },
  recommended: { words: 'the recommended weights', isMany: true },
  'smallest-change': { words: 'the smallest change', isMany: false },
  sandpiper: { words: 'SandPiper’s weights', isMany: true },
  'total-delay': { words: 'the weights of eq (7)', isMany: true },
  equal: { words: 'equal weights', isMany: true },
}

const numerals = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six']

/** Which options are predicted to meet all targets, and who misses with the others. */
export function optionsHeadline({ rows, unpredicted }: WeightOptions): string {
  if (unpredicted) return 'The recording is not enough to predict what other weights would do.'
  if (!rows.some(hasTarget)) return 'No targets are set, so the options are only compared.'
  const kept = rows.filter(isKept)
  const isOne = kept.length === 1
  const first = `${numerals[kept.length]} option${isOne ? ' is' : 's are'} predicted to meet all targets.`
  const others = rows.filter(
    (row) => hasTarget(row) && !isKept(row) && !row.names.includes('in-force'),
  )
  return [first, ...missingWords(others)].join(' ')
}

function hasTarget({ domains }: WeightRow): boolean {
  return domains.some(({ meetsTarget }) => meetsTarget !== null)
}

function isKept(row: WeightRow): boolean {
  return hasTarget(row) && row.domains.every(({ meetsTarget }) => meetsTarget !== false)
}

/** Options with which the same domains miss share a sentence. */
function missingWords(rows: readonly WeightRow[]): string[] {
  const groups = new Map<string, { names: string[]; missing: string[] }>()
  for (const row of rows) {
    const missing = row.domains.filter(({ meetsTarget }) => meetsTarget === false)
    const key = missing.map(({ domain }) => domain).join('\n')
    const group = groups.get(key) ?? { names: [], missing: missing.map(({ domain }) => domain) }
    groups.set(key, group)
    group.names.push(subjects[row.names[0]!].words)
  }
  return [...groups.values()].map(({ names, missing }) => {
    const miss = missing.length === 1 ? 'misses' : 'miss'
    return `With ${formatList(names)}, ${formatList(missing)} ${miss}.`
  })
}

/** How far the closest domain stays below its target; null without a prediction of one. */
function roomOf({ worst }: Pick<WeightRow, 'worst'>): number | null {
  return worst && 1 - worst.ratio
}

/** Less is not worth a sentence. */
const MORE = 0.01

/** Another option that leaves more room than the recommended one must not be hidden. */
export function moreRoomWords({ rows }: WeightOptions): string | null {
  const recommended = rows.find(({ names }) => names.includes('recommended'))
  const own = recommended && roomOf(recommended)
  if (own == null) return null
  const better = rows
    .flatMap((row) => {
      const room = roomOf(row)
      return room !== null && room > own + MORE ? [{ row, room }] : []
    })
    .sort((a, b) => b.room - a.room)[0]
  if (!better) return null
  const { words, isMany } = subjects[better.row.names[0]!]
  const subject = words[0]!.toUpperCase() + words.slice(1)
  const than = 'than the recommended weights'
  if (better.room <= 0)
    return `${subject} ${isMany ? 'come' : 'comes'} closer to the targets ${than}.`
  const against = own > 0 ? `${percentOf(own)} %` : 'none'
  return `${subject} ${isMany ? 'leave' : 'leaves'} more room ${than}, ${percentOf(better.room)} against ${against}.`
}

const percentOf = (room: number) => Math.round(100 * room)

/** Why an option has no weights to show. */
export function absentWords(
  { name, code }: WeightOptions['absent'][number],
  sandpiper: () => string,
): string {
  switch (code) {
    case 'no-targets':
      return 'Without targets there is nothing to meet.'
    case 'none-found':
      return 'No change that was tried is predicted to meet every target.'
    case 'not-posed':
      return 'The bounds leave no other weights.'
    case 'not-enough-evidence':
      return 'The recording is not enough to look for it.'
    case 'no-advice':
      return 'Nothing is recommended; the verdict says why.'
    case 'no-answer':
      return name === 'sandpiper' ? sandpiper() : 'Eq (7) has no answer for this load.'
  }
}
