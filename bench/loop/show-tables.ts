import { type Column, textTable } from '../accuracy/report/text-table.ts'
import type { Result, Summary } from './compare.ts'

interface Compared {
  days: number
  summary: readonly Summary[]
  results: readonly Result[]
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(2)} %`

const columns: Column<Summary>[] = [
  { title: 'who', text: ({ contender }) => contender },
  { title: 'time missed', text: ({ missedOfTime }) => percent(missedOfTime) },
  { title: 'requests missed', text: ({ missedOfRequests }) => percent(missedOfRequests) },
  { title: 'changes/day', text: ({ changesPerDay }) => changesPerDay.toFixed(2) },
  { title: 'oscillations', text: ({ oscillations }) => String(oscillations) },
  { title: 'bad', text: ({ bad }) => String(bad) },
  { title: 'bad left standing', text: ({ badLeftStanding }) => String(badLeftStanding) },
  { title: 'roll-backs', text: ({ rollBacks }) => String(rollBacks) },
  {
    title: 'median relief, min',
    text: ({ medianReliefSeconds: seconds }) =>
      seconds === null ? '–' : (seconds / 60).toFixed(0),
  },
]

export function showTables({ twin, sdps }: Record<'twin' | 'sdps', Compared>): string {
  return [
    ...section(`The twin as the host, ${twin.days} days`, twin),
    '',
    ...section(`A host that follows SDPS with noise, ${sdps.days} days`, sdps),
  ].join('\n')
}

function section(title: string, { summary, results }: Compared): string[] {
  return [
    `${title}, ${summary[0]?.episodes ?? 0} overloads that would have missed a target`,
    textTable(columns, summary),
    '',
    ...outcomesOf(results, 'ours'),
    ...outcomesOf(results, 'ours, lied to'),
  ]
}

/** What the loop made of its own changes. */
function outcomesOf(results: readonly Result[], contender: Result['contender']): string[] {
  const counts = results.flatMap((each) => (each.contender === contender && each.counts) || [])
  if (counts.length === 0) return []
  const outcomes = new Map<string, number>()
  for (const [state, count] of counts.flatMap((each) => Object.entries(each.outcomes))) {
    outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  }
  const analyses = counts.reduce((sum, each) => sum + each.analyses, 0)
  const words = [...outcomes].map(([state, count]) => `${count} ${state}`).join(', ')
  return [`${contender}: ${analyses} analyses; outcomes: ${words || 'none'}`]
}
