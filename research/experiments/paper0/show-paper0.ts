import { type Column, textTable } from '../../../bench/index.ts'
import type { ObservedGuest, ObservedInterval } from '../observe-intervals.ts'
import type { Opinion } from './decide-weights.ts'
import type { Paper0Result } from './paper0-result.ts'

interface Row {
  interval: number
  observed: ObservedInterval
  guest: ObservedGuest
}

const ms = (value: number | null | undefined) =>
  value == null ? '–' : value.toFixed(value < 100 ? 1 : 0)

const columns: Column<Row>[] = [
  { title: 'interval', text: ({ interval, guest }) => `${interval} ${guest.name}` },
  { title: 'weight', text: ({ guest }) => String(guest.weight) },
  { title: 'req/s', text: ({ guest }) => guest.requestsPerSecond.toFixed(1) },
  { title: 'CPU/req', text: ({ guest }) => guest.cpuPerRequestMs?.toFixed(2) ?? '–' },
  { title: 'late by', text: ({ guest }) => ms(guest.clients?.latestMs) },
  { title: 'clients: mean', text: ({ guest }) => ms(guest.clients?.meanMs) },
  { title: 'p95', text: ({ guest }) => ms(guest.clients?.p95Ms) },
  { title: 'of means', text: ({ guest }) => ms(guest.clients?.peakOfMeansMs) },
  { title: 'gaps ±: sent', text: ({ guest }) => ms(guest.gaps.sentMs) },
  { title: 'taken up', text: ({ guest }) => ms(guest.gaps.takenUpMs) },
  { title: 'logs: mean', text: ({ guest }) => ms(guest.logs.meanMs) },
  { title: 'p95', text: ({ guest }) => ms(guest.logs.p95Ms) },
  { title: 'of means', text: ({ guest }) => ms(guest.logs.peakOfMeansMs) },
  { title: 'eq (1)-(3)', text: ({ guest }) => ms(guest.estimatesMs.delayAware) },
  { title: 'SandPiper', text: ({ guest }) => ms(guest.estimatesMs.sandpiper) },
  { title: 'predictor', text: ({ guest }) => ms(guest.estimatesMs.predictor) },
  { title: 'its name', align: 'left', text: ({ observed }) => observed.predictor },
]

const verdicts: Column<Row>[] = [
  { title: 'interval', text: ({ interval }) => String(interval) },
  { title: 'CPU', text: ({ observed }) => share(observed.hostUtilisation) },
  { title: 'logs: sum of p95', text: ({ observed }) => sum(observed, ({ p95Ms }) => p95Ms) },
  {
    title: 'of p95 of means',
    text: ({ observed }) => sum(observed, ({ peakOfMeansMs }) => peakOfMeansMs),
  },
  { title: 'verdict', align: 'left', text: ({ observed }) => observed.verdict },
  { title: 'evidence', align: 'left', text: ({ observed }) => observed.grade ?? '–' },
  {
    title: 'eq (5), (6) as printed',
    align: 'left',
    text: ({ observed }) => observed.printedVerdict ?? '–',
  },
]

/** What was measured, estimated and decided, before and after the change; times in ms. */
export function showPaper0({ decision, before, alone, after }: Paper0Result): string {
  return [
    'Equal weights',
    showIntervals(before),
    `vm1 with nothing beside it: gaps sent ± ${ms(alone.sentMs)} ms, taken up ± ${ms(alone.takenUpMs)} ms`,
    opinion('By eq (5) to (7)', decision.asPaper),
    opinion('By default', decision.byDefault),
    ...after.flatMap(({ name, weights, statement, intervals }) => [
      `Weights as ${name}: ${JSON.stringify(weights)}. ${statement}`,
      showIntervals(intervals),
    ]),
  ].join('\n\n')
}

/** What was measured and estimated in each interval, and the verdicts. */
export function showIntervals(intervals: readonly ObservedInterval[]): string {
  const rows = intervals.map((observed, index) => ({
    interval: index + 1,
    observed,
    guest: observed.guests[0]!,
  }))
  const all = rows.flatMap((row) => row.observed.guests.map((guest) => ({ ...row, guest })))
  return [textTable(columns, all), textTable(verdicts, rows)].join('\n\n')
}

function opinion(who: string, { verdict, headline, advice, reason, weights }: Opinion): string {
  const recommended = weights ? `${advice} ${JSON.stringify(weights)}. ${reason}` : ''
  return `${who}, intervals 5 to 7: ${verdict}. ${headline} ${recommended}`.trim()
}

/** Over the guests, of what the logs say. */
function sum({ guests }: ObservedInterval, pick: (logs: ObservedGuest['logs']) => number | null) {
  return ms(
    guests.reduce<number | null>((all, { logs }) => {
      const value = pick(logs)
      return all === null || value === null ? null : all + value
    }, 0),
  )
}

const share = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(1)} %`)
