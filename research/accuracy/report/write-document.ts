import { DOMAIN_0 } from '@steelyard/analysis'
import { SERVER_CLOCK_UNCERTAINTY_SECONDS } from '@steelyard/simulator'
import { type Column, markdownTable, milliseconds, percent } from '../../../bench/index.ts'
import type {
  AccuracyReport,
  ForecastCase,
  RecordingReport,
  SpreadCase,
} from '../accuracy-report.ts'
import { writeAdvice } from '../advice/write-advice.ts'
import type { HostResult } from '../hosts/assess-host.ts'
import { writeHosts } from '../hosts/show-hosts.ts'
import { writeIntervals } from '../intervals/write-intervals.ts'
import { BUSY } from '../score.ts'
import { leaningOf, type Miss, missesOf, reasonsOf } from './failures.ts'
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
import { writeExperiments } from './write-experiments.ts'

const SHOWN_SPREADS = 12
const SHOWN_MISSES = 5

/**
 * Writes research/reports/ACCURACY.md: the figures that the terminal shows, and the text needed to
 * read them.
 */
export function writeDocument(report: AccuracyReport, hosts: readonly HostResult[]): string {
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
    writeExperiments(report.experiments),
    writeHosts(hosts),
    writeAdvice(report.advice),
    regrets(report),
    failures(report),
    everyPhase(report),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function command({ recordings, twin }: AccuracyReport): string {
  return `Written by \`npm run accuracy\`, from ${recordings.length} recordings; do not edit it by hand. This command writes it again, given the directories of the recordings:

\`\`\`
npm run accuracy -- samples DIR... --seed ${twin.seed} --replications ${twin.replications} --write research/reports/ACCURACY.md --write-benchmark research/reports/BENCHMARK.md
\`\`\`

The figures come from real hosts under a real load generator. They show how good the estimators are on hosts like these, not everywhere; every analysis shows each estimator's error on your own recording.`
}

function summary(report: AccuracyReport): string {
  const ids = idsOf(report)
  const { byEstimator } = report.summary
  const explanation =
    'Error of the mean response time: |estimated − measured| / measured, over all domains and phases. *none* counts those without an answer, and *bias* is the median of the signed error. <70 and ≥70 are bands of the utilisation of the whole host, in per cent.'
  const sentences = [
    bestIn(ids, (id) => byEstimator[id]!.below70, 'Below 70 % CPU'),
    bestIn(ids, (id) => byEstimator[id]!.from70, 'From 70 % on'),
    repeatSentence(report),
  ].filter((each) => each !== '')
  const parts = ['## In short', explanation, markdownTable(errorColumns(report), ids)]
  return [
    ...parts,
    sentences.join(' '),
    'By recording:',
    markdownTable(recordingColumns(report), report.recordings),
  ].join('\n\n')
}

function repeatSentence({ summary: { repeat } }: AccuracyReport): string {
  if (repeat.n === 0) return ''
  const where = repeat.from70.n === repeat.n ? ', all of them from 70 % on' : ''
  return `For comparison, predicting the mean of one phase from other phases with the *same* load and weights but other random arrivals has an error of ${percent(repeat.medianApe)} (median of ${repeat.n}${where}). An estimate of the steady state can hardly do better on such phases.`
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
  return ['## The recordings', markdownTable(columns, recordings), ...notesOf(recordings)].join(
    '\n\n',
  )
}

/** Groups recordings by note, so that a shared note appears once. */
function notesOf(recordings: readonly RecordingReport[]): string[] {
  const namesOf = new Map<string, string[]>()
  for (const { name, notes } of recordings) {
    for (const note of notes) namesOf.set(note, [...(namesOf.get(note) ?? []), name])
  }
  const lines = [...namesOf].map(([note, names]) => `- ${names.join(', ')}: ${note}`)
  return lines.length === 0 ? [] : [`Omissions and assumptions:\n\n${lines.join('\n')}`]
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

- *Measured*: the clients' own times from the connection to the last byte, for the answered requests that were due to start in the phase. No estimator sees them.
- *Estimated*: computed from what the product would be given, which is the servers' access logs and one CPU trace (xentrace, else xenmon, else xentop). The code of an analysis reads them and turns them into loads, with default options (windows of 10 s, or shorter ones where those would straddle phases). A phase is estimated from its own load, which is a diagnosis; the section on forecasts covers *other* weights.
- *±* is the half-width of the 95 % confidence interval of a measured mean, from the means of ten batches of the phase. Successive batches are correlated, so on a full host the true interval is wider.
- The twin simulates the logged requests ${twin.replications} times with different seeds. Requests arrive as logged; the arrival of other work within a window and the clock error of each guest are random, the latter at most ${SERVER_CLOCK_UNCERTAINTY_SECONDS} s.`,
  ]
  const busy = spread.filter(({ utilisation }) => (utilisation ?? 0) >= BUSY)
  if (busy.length > 0) {
    parts.push(
      `At 90 % utilisation a phase of half a minute is far from a steady state. These phases had equal rates, weights and scheduler but other random arrivals:

${markdownTable(columns, busy.slice(0, SHOWN_SPREADS))}

On a full host, judge an estimator by many phases. Forecasts are judged on the same arrivals before and after.`,
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

*Published* estimators are as printed, *inferred* ones fill in what the publication leaves open, and *ours* are new.

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
    '## Compared with the servers’ logs',
    'A server logs a request from when it starts to handle it to the last byte, so a log shows neither the handshake nor the wait to be accepted. This table compares the estimators that distinguish the two times with the means of the logs:',
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
        const forecast = forecasts[id]
        if (!forecast) return '–'
        return `${milliseconds(forecast.mean)}${forecast.isDirectionRight ? '' : ' ✗'}`
      },
    })),
  ]
  return `## Forecasts

Planning needs forecasts: from the recording with equal weights alone, the estimators predict the response times under other weights, and a second recording of the same requests shows the outcome. An *anchored* forecast, which a plan shows by default, is scaled towards what the log measured before, to the extent that the difference was more than chance (\`anchorFactor\`). The *direction* is right if the forecast change has the correct sign. A change is *clear* if the 95 % confidence interval of the difference, computed over batches of the phase, excludes zero.

${markdownTable(forecastColumns(report), ids)}

Times are in milliseconds; \`?\` marks a change that is not clear, \`✗\` a wrong direction:

${markdownTable(columns, report.forecasts)}`
}

function regrets(report: AccuracyReport): string {
  const ids = idsOf(report).filter((id) => report.summary.regret[id]!.n > 0)
  if (ids.length === 0) return ''
  return `## Choosing among measured weights

Some sets of weights were all measured under the same requests. Which of them would each estimator have chosen, from the recording with equal weights alone, to minimise the mean over all requests or that of one domain? Regret is the response time at its choice divided by the best measured one, minus one. An estimator that sees no difference leaves the weights alone.

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
    '## Where each estimator fails',
    'Each table shows the largest relative errors. A row without utilisation had no CPU trace, so its service times are inferred from the logs. A cause marked *likely* was not verified.',
    ...sections,
  ].join('\n\n')
}

function everyPhase(report: AccuracyReport): string {
  const sections = report.recordings.map(
    ({ name, phases }) =>
      `### ${name}\n\n${markdownTable(domainColumns(report), domainRows(phases))}`,
  )
  return ['## Every phase', 'Mean response times in milliseconds.', ...sections].join('\n\n')
}

function idsOf({ estimators }: AccuracyReport): string[] {
  return estimators.map(({ id }) => id)
}
