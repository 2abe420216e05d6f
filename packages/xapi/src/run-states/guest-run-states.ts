import type { LegendEntry, RrdUpdates } from '@steelyard/traces'
import type { GuestRunStates, RunStateGap } from './run-state-sample.ts'
import { RUN_STATE_SOURCES, sampleOf } from './sample-of.ts'

/**
 * What the guests of a host did, as an answer of `rrd_updates` says.
 * @param after rows that ended at this Unix time or before are left out
 */
export function guestRunStates(
  { legend, rows, stepSeconds }: RrdUpdates,
  after: number,
): { guests: GuestRunStates[]; gaps: RunStateGap[] } {
  const gaps: RunStateGap[] = []
  const guests = [...columnsByGuest(legend)].map(([uuid, columns]): GuestRunStates => {
    const faults = { lost: 0, 'do-not-add-up': 0 }
    const samples = rows
      .filter(({ endsAt }) => endsAt > after)
      .flatMap(({ endsAt, values }) => {
        const ofGuest = new Map([...columns].map(([name, at]) => [name, values[at] ?? Number.NaN]))
        return sampleOf(ofGuest, endsAt, stepSeconds, (code) => faults[code]++) ?? []
      })
    const states = RUN_STATE_SOURCES.filter((name) => name.startsWith('runstate_'))
    if (!states.every((name) => columns.has(name)))
      gaps.push({ code: 'not-recorded', guestUuid: uuid })
    for (const code of ['lost', 'do-not-add-up'] as const)
      if (faults[code] > 0) gaps.push({ code, guestUuid: uuid, samples: faults[code] })
    const vCpus = [...columns.keys()].filter((name) => /^cpu\d{1,4}$/.test(name)).length
    return { uuid, vCpus, samples }
  })
  return { guests, gaps }
}

function columnsByGuest(legend: readonly (LegendEntry | null)[]): Map<string, Map<string, number>> {
  const guests = new Map<string, Map<string, number>>()
  for (const [column, entry] of legend.entries()) {
    if (entry?.kind !== 'vm' || entry.consolidation !== 'AVERAGE') continue
    const columns = guests.get(entry.uuid) ?? new Map<string, number>()
    columns.set(entry.name, column)
    guests.set(entry.uuid, columns)
  }
  return guests
}
