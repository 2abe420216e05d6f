import { type Column, markdownTable, textTable } from '../lib/text-table.ts'
import type { Contender, Result } from './compare.ts'
import { FAMILIES, FAMILY_IDS, type FamilyId } from './families.ts'
import { HOST_KINDS, type HostKind, hostKinds } from './host-kinds.ts'
import type { PayersTimes } from './judge.ts'
import { type Summary, summarise, type ViewSummary } from './summary.ts'

const titles: Readonly<Record<Contender, string>> = {
  nothing: 'do nothing',
  sandpiper: 'SandPiper',
  'sandpiper-guarded': 'SandPiper, guarded',
  paper: 'the paper',
  ours: 'ours',
  'ours-approved': 'ours, kinds approved before',
  'ours-lied-to': 'ours, lied to',
  'best-fixed': 'best fixed',
  'best-per-hour': 'best per hour',
}

const percent = (fraction: number) => `${(100 * fraction).toFixed(2)} %`

/** At the clients, where a host knows them, and in the log. */
function both(summary: Summary, text: (view: ViewSummary) => string): string {
  const { clients, log } = summary
  return clients === null ? `– / ${text(log)}` : `${text(clients)} / ${text(log)}`
}

/** At the clients if a host knows them. */
const best = ({ clients, log }: Summary) => clients ?? log

function payers(times: PayersTimes | null): string {
  if (times === null) return '–'
  return `${seconds(times.meanSeconds)} / ${seconds(times.p95Seconds)}`
}

function seconds(value: number): string {
  return value < 0.1 ? value.toFixed(3) : value.toFixed(2)
}

const columns: Column<Summary>[] = [
  { title: 'who', text: ({ contender }) => titles[contender] },
  { title: 'time missed', text: (row) => both(row, (view) => percent(view.missedOfTime)) },
  { title: 'requests missed', text: (row) => both(row, (view) => percent(view.missedOfRequests)) },
  { title: 'changes/day', text: ({ changesPerDay }) => changesPerDay.toFixed(2) },
  { title: 'oscillations', text: (row) => String(best(row).oscillations) },
  { title: 'bad', text: (row) => both(row, (view) => String(view.bad)) },
  { title: 'left standing', text: (row) => both(row, (view) => String(view.badLeftStanding)) },
  { title: 'roll-backs', text: ({ rollBacks }) => String(rollBacks) },
  {
    title: 'relief, min',
    text: (row) => {
      const { medianReliefSeconds } = best(row)
      return medianReliefSeconds === null ? '–' : (medianReliefSeconds / 60).toFixed(0)
    },
  },
  { title: 'payers, overloaded, s', text: ({ payers: own }) => payers(own.overloaded) },
  { title: 'payers, otherwise, s', text: ({ payers: own }) => payers(own.otherwise) },
]

/** Pairs are: at the clients / in the log; for payers: mean / 95th percentile at their clients. */
export function showTables(results: readonly Result[]): string {
  return groupsOf(results)
    .map(({ kind, family, own }) =>
      [
        `${hostKinds[kind].title}: ${family}, ${FAMILIES[family].title}, ${playedOf(own)}`,
        textTable(columns, summarise(own)),
        ...(['ours', 'ours-lied-to'] as const).flatMap((contender) => outcomesOf(own, contender)),
        '',
      ].join('\n'),
    )
    .concat(cpuHours(results))
    .join('\n')
}

interface Row {
  family: string
  summary: Summary
}

/** One table for each kind of host, with every family. */
export function markdownTables(results: readonly Result[]): string {
  const all: Column<Row>[] = [
    { title: 'family', align: 'left', text: ({ family }) => family },
    ...columns.map(
      ({ title, text }, index): Column<Row> => ({
        title,
        align: index === 0 ? 'left' : 'right',
        text: ({ summary }) => text(summary),
      }),
    ),
  ]
  const groups = groupsOf(results)
  return HOST_KINDS.filter((kind) => groups.some((each) => each.kind === kind))
    .map((kind) => {
      const rows = groups
        .filter((each) => each.kind === kind)
        .flatMap(({ family, own }) =>
          summarise(own).map((summary, index) => ({
            family: index === 0 ? `\`${family}\`, ${playedOf(own)}` : '',
            summary,
          })),
        )
      return [`**${hostKinds[kind].title}**`, '', markdownTable(all, rows), ''].join('\n')
    })
    .concat(cpuHours(results))
    .join('\n')
}

function groupsOf(results: readonly Result[]) {
  return HOST_KINDS.flatMap((kind: HostKind) =>
    FAMILY_IDS.flatMap((family: FamilyId) => {
      const own = results.filter((each) => each.host === kind && each.family === family)
      return own.length === 0 ? [] : [{ kind, family, own }]
    }),
  )
}

function playedOf(own: readonly Result[]): string {
  const hosts = [...new Map(own.map((each) => [`${each.seed} ${each.days}`, each])).values()]
  const days = hosts.reduce((sum, each) => sum + each.days, 0)
  const seeds = hosts.map(({ seed }) => seed)
  const [first, last] = [Math.min(...seeds), Math.max(...seeds)]
  const which = first === last ? `seed ${first}` : `seeds ${first} to ${last}`
  return `${days} ${days === 1 ? 'day' : 'days'}, ${which}`
}

/** What the loop made of its own changes. */
function outcomesOf(results: readonly Result[], contender: Contender): string[] {
  const counts = results.flatMap((each) => (each.contender === contender && each.counts) || [])
  if (counts.length === 0) return []
  const outcomes = new Map<string, number>()
  for (const [state, count] of counts.flatMap((each) => Object.entries(each.outcomes))) {
    outcomes.set(state, (outcomes.get(state) ?? 0) + count)
  }
  const words = [...outcomes].map(([state, count]) => `${count} ${state}`).join(', ')
  return [`${titles[contender]}: outcomes: ${words || 'none'}`]
}

function cpuHours(results: readonly Result[]): string {
  const total = results.reduce((sum, each) => sum + each.cpuSeconds, 0)
  return `Played and judged in ${(total / 3600).toFixed(2)} hours of CPU time.`
}
