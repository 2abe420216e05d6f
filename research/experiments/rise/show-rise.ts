import path from 'node:path'
import { type Column, markdownTable } from '../../../bench/index.ts'
import { BOOT_WEIGHT } from './rise-load.ts'
import { CONTENDERS, type Contender, type PlayedGuest, type RiseRun } from './rise-result.ts'

/** All runs that stand, a line each. */
export const KEPT_RISE = path.join(import.meta.dirname, '../kept/rise.jsonl')

const titles: Readonly<Record<Contender, string>> = {
  nothing: 'do nothing',
  sandpiper: 'SandPiper',
  ours: 'ours',
}

const seconds = (value: number | null) => (value === null ? '–' : value.toFixed(2))

/** Of the guests, one beside the other. */
const each = (of: (guest: PlayedGuest) => string) => ({
  text: ({ guests }: RiseRun) => guests.map(of).join(' / '),
})

const promised = (of: (over: NonNullable<PlayedGuest['overTarget']>) => number) => ({
  text: ({ guests }: RiseRun) =>
    guests.flatMap(({ overTarget }) => (overTarget ? of(overTarget) : [])).join(' / '),
})

const columns: Column<RiseRun>[] = [
  { title: 'run', text: ({ run, at }) => `${run}, ${at.slice(0, 16).replace('T', ' ')}` },
  { title: 'who', align: 'left', text: ({ contender }) => titles[contender] },
  { title: 'µs per round', text: paceOf },
  { title: 'requests', ...each(({ risen }) => String(risen.requests)) },
  { title: 'mean, s', ...each(({ risen }) => seconds(risen.meanSeconds)) },
  { title: '95th percentile, s', ...each(({ risen }) => seconds(risen.p95Seconds)) },
  { title: 'requests over target', ...promised(({ requests }) => requests) },
  { title: 'minutes over target', ...promised(({ minutes }) => minutes) },
  { title: 'unanswered', ...each(({ risen }) => String(risen.unanswered)) },
  { title: 'weights', align: 'left', text: changesIn },
]

/** All runs that stand, those on the same requests one below the other. */
export function showRise(runs: readonly RiseRun[]): string {
  if (runs.length === 0) return 'No run stands yet.'
  const rows = runs.toSorted(
    (one, other) =>
      one.run - other.run ||
      CONTENDERS.indexOf(one.contender) - CONTENDERS.indexOf(other.contender),
  )
  const counts = CONTENDERS.map((contender) => {
    const own = runs.filter((run) => run.contender === contender)
    return `${own.length} of ${titles[contender]}`
  })
  return [`Runs that stand: ${counts.join(', ')}.`, '', markdownTable(columns, rows)].join('\n')
}

/** How slow the machine made the host, before the load and after it. */
function paceOf({ fitted, fittedAfter }: RiseRun): string {
  return [fitted, fittedAfter]
    .map((found) => (found ? (1e6 * found.roundSeconds).toFixed(2) : '–'))
    .join(' / ')
}

function changesIn({ changes, failures, guests }: RiseRun): string {
  const weights = new Map(guests.map(({ name }) => [name, BOOT_WEIGHT]))
  const made = changes.map(({ kind, doneAtSeconds, weights: set }) => {
    for (const [name, weight] of Object.entries(set)) weights.set(name, weight)
    const own = guests.map(({ name }) => weights.get(name)).join(' / ')
    return `${kind === 'roll-back' ? 'back to ' : ''}${own} after ${minutesAndSeconds(doneAtSeconds)}`
  })
  const failed = failures.length === 0 ? [] : [`${failures.length} that failed`]
  return [...made, ...failed].join('; ') || 'unchanged'
}

const minutesAndSeconds = (all: number) =>
  `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`
