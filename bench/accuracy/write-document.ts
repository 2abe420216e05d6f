import { DOMAIN_0 } from '@steelyard/analysis'
import { SERVER_CLOCK_UNCERTAINTY_SECONDS } from '@steelyard/simulator'
import { writeAdvice } from './advice/write-advice.ts'
import { leaningOf, type Miss, missesOf, reasonsOf } from './failures.ts'
import { writeIntervals } from './intervals/write-intervals.ts'
import type { AccuracyReport, ForecastCase, RecordingReport, SpreadCase } from './report.ts'
import { BUSY } from './score.ts'
import {
  domainColumns,
  domainRows,
  errorColumns,
  forecastColumns,
  loggedColumns,
  recordingColumns,
  regretColumns,
  tailColumns,
} from './summary-tables.ts'
import { type Column, markdownTable, milliseconds, percent } from './text-table.ts'

const SHOWN_SPREADS = 12
const SHOWN_MISSES = 5

/** docs/ACCURACY.md: the same figures as on the terminal, with what is needed to read them. */
export function writeDocument(report: AccuracyReport): string {
  return `${[
    '# How far the estimates can be trusted',
    command(report),
    summary(report),
    whatWasMeasured(report),
    howToRead(report),
    estimators(report),
    tails(report),
    logs(report),
    forecasts(report),
    writeIntervals(report),
    writeAdvice(report.advice),
    regrets(report),
    failures(report),
    everyPhase(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function command({ recordings, twin }: AccuracyReport): string {
  return `Written by \`npm run accuracy\`, from ${recordings.length} recordings; not to be edited by hand. Again, with the directories of the recordings:

\`\`\`
npm run accuracy -- samples DIR... --seed ${twin.seed} --replications ${twin.replications} --write docs/ACCURACY.md --write-benchmark docs/BENCHMARK.md
\`\`\`

The figures come from real hosts under a real load generator. They say how good the estimators are on hosts like these, not everywhere: every analysis shows each estimator's error on your own recording.`
}

function summary(report: AccuracyReport): string {
  const ids = idsOf(report)
  const { byEstimator } = report.summary
  const explanation =
    'Error of the mean response time: |estimated − measured| / measured, over all domains and phases. *none* counts those without an answer, *bias* is the median of the signed error; <70 and ≥70 are bands of the CPU use of the whole host, in per cent.'
  const sentences = [
    bestIn(ids, (id) => byEstimator[id]!.below70, 'Below 70 % CPU'),
    bestIn(ids, (id) => byEstimator[id]!.from70, 'From 70 % on'),
    repeatSentence(report),
  ].filter((each) => each !== '')
  const parts = ['## In short', explanation, markdownTable(errorColumns(report), ids)]
  return [
    ...parts,
    sentences.join(' '),
    'Recording by recording:',
    markdownTable(recordingColumns(report), report.recordings),
  ].join('\n\n')
}

function repeatSentence({ summary: { repeat } }: AccuracyReport): string {
  if (repeat.n === 0) return ''
  const where = repeat.from70.n === repeat.n ? ', all of them from 70 % on' : ''
  return `For comparison: the mean of one phase, taken from other phases with the *same* load and weights but other random arrivals, is off by ${percent(repeat.medianApe)} (median of ${repeat.n}${where}). An estimate of the steady state can hardly do better there.`
}

function bestIn(
  ids: readonly string[],
  band: (id: string) => { n: number; medianApe: number | null },
  where: string,
): string {
  const scored = ids.filter((id) => band(id).medianApe !== null)
  const all = Math.max(0, ...scored.map((id) => band(id).n))
  const [best, second] = scored
    .filter((id) => band(id).n >= all / 2)
    .sort((a, b) => band(a).medianApe! - band(b).medianApe!)
  if (!best) return ''
  const next = second ? `, then \`${second}\` (${percent(band(second).medianApe)})` : ''
  return `${where} \`${best}\` is nearest (median error ${percent(band(best).medianApe)})${next}.`
}

function whatWasMeasured({ recordings }: AccuracyReport): string {
  const columns: Column<RecordingReport>[] = [
    { title: 'recording', text: ({ name }) => name },
    { title: 'what', align: 'left', text: ({ description }) => description },
    { title: 'scheduler', align: 'left', text: ({ scheduler }) => scheduler ?? '–' },
    { title: 'phases', text: ({ phases }) => String(phases.length) },
    { title: 'CPU', text: cpuRange },
    { title: 'requests', text: ({ phases }) => String(requestsIn(phases)) },
  ]
  return [
    '## What was measured on what',
    markdownTable(columns, recordings),
    ...notesOf(recordings),
  ].join('\n\n')
}

/** What several recordings share is said once. */
function notesOf(recordings: readonly RecordingReport[]): string[] {
  const namesOf = new Map<string, string[]>()
  for (const { name, notes } of recordings) {
    for (const note of notes) namesOf.set(note, [...(namesOf.get(note) ?? []), name])
  }
  const lines = [...namesOf].map(([note, names]) => `- ${names.join(', ')}: ${note}`)
  return lines.length === 0 ? [] : [`Left out or taken for granted:\n\n${lines.join('\n')}`]
}

function cpuRange({ phases }: RecordingReport): string {
  const used = phases.flatMap(({ utilisation }) => utilisation ?? [])
  if (used.length === 0) return '–'
  const [low, high] = [percent(Math.min(...used)), percent(Math.max(...used))]
  return low === high ? low : `${low} to ${high}`
}

function requestsIn(phases: RecordingReport['phases']): number {
  return phases
    .flatMap(({ domains }) => domains)
    .reduce((sum, { measured }) => sum + measured.requests, 0)
}

function howToRead({ spread, twin }: AccuracyReport): string {
  const columns: Column<SpreadCase>[] = [
    { title: 'domain', text: ({ domain }) => domain },
    { title: 'requests/s', text: (each) => each.arrivalRatePerSecond.toFixed(0) },
    { title: 'weights', text: ({ weights }) => guestWeights(weights) },
    { title: 'CPU', text: ({ utilisation }) => percent(utilisation) },
    { title: 'phases', text: ({ means }) => String(means.length) },
    { title: 'means, ms', text: ({ means }) => means.map((m) => milliseconds(m.mean)).join(', ') },
    { title: 'largest / smallest', text: ({ ratio }) => ratio.toFixed(1) },
  ]
  const parts = [
    `## How to read it

- *Measured*: the clients' own times from the connection to the last byte, of the requests that were to start in the phase and were answered. No estimator sees them.
- *Estimated*: from what the product would be given: the servers' access logs and one CPU trace (xentrace, else xenmon, else xentop), read and turned into loads by the code of an analysis, with default options (windows of 10 s, or less where those would lie across phases). A phase is estimated from its own load, which is a diagnosis; how well *other* weights are foretold is said under forecasts.
- *±* is half the 95 % interval of a measured mean, from the means of ten parts of the phase. The parts follow one another, so on a full host the true interval is wider.
- The twin plays the logged requests ${twin.replications} times with different seeds; requests come as logged; random is when within a window other work comes, and how far the clock of each guest is off, ${SERVER_CLOCK_UNCERTAINTY_SECONDS} s at most.`,
  ]
  const busy = spread.filter(({ utilisation }) => (utilisation ?? 0) >= BUSY)
  if (busy.length > 0) {
    parts.push(
      `At 90 % CPU use a phase of half a minute is far from a steady state. These phases had equal rates, weights and scheduler, and other random arrivals:

${markdownTable(columns, busy.slice(0, SHOWN_SPREADS))}

So on a full host judge an estimator by many phases; a forecast is judged on the same arrivals before and after.`,
    )
  }
  return parts.join('\n\n')
}

function guestWeights(weights: SpreadCase['weights']): string {
  const guests = Object.entries(weights).filter(([name]) => name !== DOMAIN_0)
  return guests.map(([, weight]) => weight).join(' / ')
}

function estimators({ estimators }: AccuracyReport): string {
  const columns: Column<AccuracyReport['estimators'][number]>[] = [
    { title: 'estimator', text: ({ id, title }) => `\`${id}\` (${title})` },
    { title: 'standing', align: 'left', text: ({ standing }) => standing },
  ]
  return `## The estimators

*Published* is as printed, *inferred* is read out of a text that is silent on it, *ours* is new.

${markdownTable(columns, estimators)}`
}

function tails(report: AccuracyReport): string {
  const ids = idsOf(report).filter((id) => report.summary.byEstimator[id]!.p95)
  return ids.length === 0 ? '' : `## 95th percentile\n\n${markdownTable(tailColumns(report), ids)}`
}

function logs(report: AccuracyReport): string {
  const ids = idsOf(report).filter((id) => report.summary.byEstimator[id]!.logged)
  if (ids.length === 0) return ''
  return [
    '## As the servers’ logs see it',
    'A server logs a request from its first run to its last byte, so a log does not show the handshake and the wait to be accepted. Estimators that tell the two times apart, held against the means of the logs:',
    markdownTable(loggedColumns(report), ids),
  ].join('\n\n')
}

function forecasts(report: AccuracyReport): string {
  const ids = idsOf(report).filter((id) => report.summary.forecast[id]!.n > 0)
  if (ids.length === 0) {
    return '## Forecasts\n\nNo two of these recordings have the same load and other weights, so nothing was forecast.'
  }
  const columns: Column<ForecastCase>[] = [
    { title: 'from → to', text: ({ from, to }) => `${from} → ${to}` },
    { title: 'phase', align: 'left', text: ({ phase }) => phase.replace(/^Phase /, '') },
    { title: 'domain', align: 'left', text: ({ domain }) => domain },
    { title: 'before', text: ({ before }) => milliseconds(before) },
    {
      title: 'after',
      text: ({ after, isClear }) => `${milliseconds(after)}${isClear ? '' : ' ?'}`,
    },
    ...ids.map((id) => ({
      title: `\`${id}\``,
      text: ({ forecasts }: ForecastCase) => {
        const told = forecasts[id]
        if (!told) return '–'
        return `${milliseconds(told.mean)}${told.isDirectionRight ? '' : ' ✗'}`
      },
    })),
  ]
  return `## Forecasts

What planning needs: the estimators know the recording with equal weights alone and foretell the response times under other weights; a second recording of the same requests shows what came true. *Anchored* is what a plan shows by default: scaled towards what the log measured before, as far as that was more than chance (\`anchorFactor\`). *Direction right*: who gains and who pays. A change is *clear* when the 95 % interval of the difference, part by part of the phase, excludes zero.

${markdownTable(forecastColumns(report), ids)}

Milliseconds; \`?\` is a change that is not clear, \`✗\` a wrong direction:

${markdownTable(columns, report.forecasts)}`
}

function regrets(report: AccuracyReport): string {
  const ids = idsOf(report).filter((id) => report.summary.regret[id]!.n > 0)
  if (ids.length === 0) return ''
  return `## Choosing among measured weights

Among weights that were all measured under the same requests: which would each estimator have chosen, knowing the recording with equal weights alone, to make the mean over all requests small, or that of one domain? Regret is the response time at its choice over the best measured, less one. Who sees no difference leaves the weights alone.

${markdownTable(regretColumns(report), ids)}`
}

function failures(report: AccuracyReport): string {
  const columns: Column<Miss>[] = [
    { title: 'recording', text: ({ recording }) => recording },
    { title: 'phase', align: 'left', text: ({ phase }) => phase.replace(/^Phase /, '') },
    { title: 'CPU', text: ({ utilisation }) => percent(utilisation) },
    { title: 'domain', align: 'left', text: ({ domain }) => domain },
    { title: 'measured', text: ({ measured }) => `${milliseconds(measured)} ms` },
    { title: 'estimated', text: ({ estimated }) => `${milliseconds(estimated)} ms` },
    { title: 'error', text: ({ error }) => percent(error) },
  ]
  const sections = report.estimators.map(({ id, title }) => {
    const misses = missesOf(id, report)
    const reasons = reasonsOf(id, report.summary.byEstimator[id]!, misses)
    return [
      `### ${title}`,
      ...(reasons.length === 0 ? [] : [reasons.map((reason) => `- ${reason}`).join('\n')]),
      ...(misses.length === 0 ? [] : [leaningOf(misses)]),
      misses.length === 0
        ? 'It has no answer on any of these recordings.'
        : markdownTable(columns, misses.slice(0, SHOWN_MISSES)),
    ].join('\n\n')
  })
  return [
    '## Where each of them fails',
    'The largest misses in proportion. Where no CPU use is given there was no CPU trace, and service times are inferred from the logs. What is said to be *likely* was not traced down.',
    ...sections,
  ].join('\n\n')
}

function everyPhase(report: AccuracyReport): string {
  const sections = report.recordings.map(
    ({ name, phases }) =>
      `### ${name}\n\n${markdownTable(domainColumns(report), domainRows(phases))}`,
  )
  return ['## Every phase', 'Means in milliseconds.', ...sections].join('\n\n')
}

function idsOf({ estimators }: AccuracyReport): string[] {
  return estimators.map(({ id }) => id)
}
