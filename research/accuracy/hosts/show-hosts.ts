import { type Column, markdownTable, percent, textTable } from '../../../bench/index.ts'
import type { HostResult } from './assess-host.ts'
import type { ChoiceId } from './judge-host.ts'
import {
  gainIn,
  type HostsSummary,
  isHarmed,
  migratesInVain,
  missesHelp,
  optimumOf,
  summariseHosts,
  type View,
} from './summarise-hosts.ts'

/** A table with a line per host, what the product says of those where it fell short, and the sums. */
export function showHosts(results: readonly HostResult[]): string {
  return [
    explanation(results),
    textTable(columns, results),
    ...shortfalls(results),
    ...views.map(([view, title]) => {
      const summary = summariseHosts(results, view)
      return `${textTable(...summaryTable(summary, title))}\n${sentenceOf(summary)}`
    }),
  ].join('\n\n')
}

/** The same for research/reports/ACCURACY.md. */
export function writeHosts(results: readonly HostResult[]): string {
  if (results.length === 0) return ''
  const seeds = [...new Set(results.map(({ seed }) => seed))].join(', ')
  return [
    '## Advice for hosts that nobody tuned for',
    `Harm, missed help and regret with refusals, on ${results.length} hosts drawn at random (seed ${seeds}), none of which was looked at while the product was made. Each was recorded for five minutes by a simulator that shares no code with the product, the product was asked with default options, and the same simulator judged the answer in its steady state. [research/accuracy/hosts](../accuracy/hosts/README.md) says what the hosts are, what they have that the twin knows nothing of, and how to play them again. *Harm* is a loss beyond the noise; *missed help* is a host left alone although the optimum is better by more than 15 %, or keeps all targets of which one is missed. Saying nothing counts as leaving the host alone.`,
    ...views.map(([view, title]) => {
      const summary = summariseHosts(results, view)
      return `${markdownTable(...summaryTable(summary, title))}\n\n${sentenceOf(summary)}`
    }),
    explanation(results),
    markdownTable(columns, results),
  ].join('\n\n')
}

function explanation(results: readonly HostResult[]): string {
  const noise = results.map((result) => optimumOf(result, 'stated').noise)
  return `Gain in % of the stated objective: worst 95th percentile in the log over its target while a target is missed, otherwise the mean slowdown; as clients see it where there are no targets. ± is the noise of the optimum’s gain, ${percent(Math.max(...noise))} at most.`
}

const views: readonly (readonly [View, string])[] = [
  ['stated', 'As stated'],
  ['log', 'Everything in the log'],
  ['clients', 'Everything at the clients'],
]

const gain = (id: ChoiceId) => (result: HostResult) => {
  const isSilent = id !== 'nothing' && id !== 'searched' && result.answer[id] === null
  return isSilent ? '-' : percentOf(gainIn(result, id, 'stated').gain)
}
const met = (result: HostResult, id: ChoiceId) => gainIn(result, id, 'stated').targetsMet

const columns = [
  { title: 'host', text: ({ seed, number }: HostResult) => `${seed}/${number}` },
  { title: 'guests', text: ({ guests }: HostResult) => String(guests.length) },
  { title: 'pCPUs', text: ({ pCpus }: HostResult) => String(pCpus) },
  { title: 'load', text: ({ utilisation }: HostResult) => percent(utilisation) },
  { title: 'kind', align: 'left' as const, text: kindOf },
  { title: 'evidence', align: 'left' as const, text: ({ answer }: HostResult) => answer.evidence },
  { title: 'verdict', align: 'left' as const, text: ({ answer }: HostResult) => answer.verdict },
  {
    title: 'advice',
    align: 'left' as const,
    text: ({ answer }: HostResult) => answer.advice.slice(0, 20),
  },
  { title: 'product', text: gain('product') },
  {
    title: 'optimum',
    text: (result: HostResult) => percentOf(optimumOf(result, 'stated').gain),
  },
  { title: '±', text: (result: HostResult) => percentOf(optimumOf(result, 'stated').noise) },
  { title: 'ungated', text: gain('ungated') },
  { title: 'SandPiper', text: gain('sandpiper') },
  { title: 'eq (7)', text: gain('eq7') },
  {
    title: 'met',
    align: 'left' as const,
    text: (result: HostResult) => {
      const all = Object.keys(result.targets).length
      if (all === 0) return ''
      const best = optimumOf(result, 'stated').targetsMet
      return `${met(result, 'nothing')} > ${met(result, 'product')} (${best}) of ${all}`
    },
  },
  { title: 'CPU s', text: ({ answer }: HostResult) => answer.cpuSeconds.toFixed(0) },
  { title: '', align: 'left' as const, text: markOf },
]

function kindOf({ wish, weights, guests, ...host }: HostResult): string {
  const own = guests.map(({ name }) => weights[name])
  return [
    ...(wish.kind === 'none' ? [] : [wish.kind]),
    ...(new Set(own).size > 1 ? ['unfair'] : []),
    ...(host.hasBursts ? ['bursts'] : []),
    ...(host.keepsConnections ? ['kept open'] : []),
    ...(host.oddity === 'none' ? [] : [host.oddity]),
    `c_s² ${Number(host.demandScv.toPrecision(2))}`,
  ].join(', ')
}

function markOf(result: HostResult): string {
  if (isHarmed(result, 'product', 'stated')) return 'HARM'
  if (!missesHelp(result, 'stated'))
    return migratesInVain(result, 'stated') ? 'migrate in vain' : ''
  return result.answer.advice === 'targets-met' ? 'missed, targets met' : 'MISSED'
}

/** Why the product harmed or stayed silent: evidence, advice, and what both models expected. */
function shortfalls(results: readonly HostResult[]): string[] {
  const short = results.filter((result) => markOf(result) !== '')
  if (short.length === 0) return []
  return [
    short
      .map((result) => {
        const { seed, number, answer, choices, guests } = result
        const inOrder = (weights: Record<string, number>) =>
          guests.map(({ name }) => weights[name]).join('/')
        const checks = answer.checks.map(
          ({ model, gain: expected, uncertainty, passes, objects }) =>
            `${model} ${percentOf(expected)} ± ${percentOf(uncertainty)}${objects ? ' objects' : passes ? '' : ' does not pass'}`,
        )
        const alternatives = (['nothing', 'product', 'ungated', 'searched'] as const).map((id) => {
          const own = gainIn(result, id, 'stated')
          return `${id} ${inOrder(choices[id].weights)}: ${percentOf(own.gain)} ± ${percentOf(own.noise)}, worst over target ${own.worstOverTarget.toFixed(2)}, slowdown ${own.slowdown.toFixed(1)}`
        })
        return [
          `${markOf(result)} ${seed}/${number}: ${guests.length} guests, ${kindOf(result)}; evidence ${answer.evidence}, verdict ${answer.verdict}, advice ${answer.advice}, by ${answer.chosenBy ?? 'nobody'}`,
          `  lacks: ${answer.lacks.join('; ') || 'nothing'}`,
          `  checks: ${checks.join('; ') || 'none'}`,
          ...alternatives.map((each) => `  ${each}`),
        ].join('\n')
      })
      .join('\n'),
  ]
}

type Line = readonly [ChoiceId, string]

function summaryTable(
  { byChoice, targets }: HostsSummary,
  title: string,
): [Column<Line>[], readonly Line[]] {
  const rows: Line[] = [
    ['nothing', 'doing nothing'],
    ['product', 'product'],
    ['ungated', 'ungated'],
    ['sandpiper', 'SandPiper'],
    ['eq7', 'eq (7)'],
  ]
  const of = ([id]: Line) => byChoice[id]
  return [
    [
      { title, text: ([, name]) => name },
      { title: 'changes', text: (row) => String(of(row).changed) },
      { title: 'harms', text: (row) => String(of(row).harmed) },
      { title: 'mean regret', text: (row) => percentOf(of(row).meanRegret) },
      { title: 'median regret', text: (row) => percentOf(of(row).medianRegret) },
      { title: 'worst gain', text: (row) => percentOf(of(row).worstGain) },
      { title: 'targets met', text: (row) => `${of(row).targetsMet} of ${targets}` },
    ],
    rows,
  ]
}

function sentenceOf(summary: HostsSummary): string {
  const { hosts, targets, optimumMeets, analysisCpuSeconds } = summary
  const { missedHelp, missedWithTargetsMet, migratedInVain } = summary
  return `Of ${hosts} hosts the product missed help on ${missedHelp}, on ${missedWithTargetsMet} of them because all targets were met. The verdict is to migrate on ${migratedInVain} where weights keep all targets. The optimum meets ${optimumMeets} of ${targets} targets. An analysis takes ${analysisCpuSeconds.median.toFixed(0)} s of CPU time (median), ${analysisCpuSeconds.most.toFixed(0)} s at most.`
}

/** Points, without a sign of per cent to keep columns narrow. */
function percentOf(fraction: number): string {
  const points = (100 * fraction).toFixed(0)
  return points === '-0' ? '0' : points
}
