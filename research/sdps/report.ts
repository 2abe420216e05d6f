import { changeError } from '@steelyard/analysis'
import { percent, textTable } from '../../bench/index.ts'
import { type ChangeFit, fitChanges } from './change-fit.ts'
import type { CheckedHost } from './checked-host.ts'
import { type ErrorOf, type ErrorSummary, errorsIn } from './error-table.ts'
import { groupsOf } from './groups.ts'
import { changesIn, gainsIn } from './predicted-change.ts'
import { scatterOf } from './scatter.ts'

const compared: ErrorOf[] = [
  { model: 'sdps', truth: 'peer', clock: 'client' },
  { model: 'sdps', truth: 'twin', clock: 'client' },
  { model: 'twin', truth: 'peer', clock: 'client' },
  { model: 'processor-sharing', truth: 'peer', clock: 'client' },
  { model: 'processor-sharing', truth: 'twin', clock: 'client' },
  { model: 'delay-aware', truth: 'peer', clock: 'client' },
  { model: 'delay-aware', truth: 'twin', clock: 'client' },
  { model: 'sdps', truth: 'peer', clock: 'logged' },
  { model: 'twin', truth: 'peer', clock: 'logged' },
]

interface ErrorRow {
  scheduler: string
  kind: string
  hosts: number
  /** Standard deviation of the independent simulator's means due to chance. */
  scatter: number
  errors: (ErrorOf & ErrorSummary)[]
}

interface ChangeRow {
  model: 'sdps' | 'twin'
  scheduler: string
  kind: string
  /** Changes of single domains' times, and of the hosts' mean slowdowns. */
  changes: ChangeFit
  gains: ChangeFit
}

interface Report {
  errors: ErrorRow[]
  changes: ChangeRow[]
}

export function report(hosts: readonly CheckedHost[]): Report {
  const groups = groupsOf(hosts)
  return {
    errors: groups.map(({ scheduler, kind, hosts: own }) => ({
      scheduler,
      kind,
      hosts: own.length,
      scatter: scatterOf(own),
      errors: compared.map((pair) => ({ ...pair, ...errorsIn(own, pair) })),
    })),
    changes: (['sdps', 'twin'] as const).flatMap((model) =>
      groups.map(({ scheduler, kind, hosts: own }) => ({
        model,
        scheduler,
        kind,
        changes: fitChanges(changesIn(own, model), changeError[model]),
        gains: fitChanges(gainsIn(own, model), changeError[model]),
      })),
    ),
  }
}

/** Formats the report as plain-text tables. */
export function show({ errors, changes }: Report): string {
  return [
    'Mean times by domain, |estimated / simulated - 1|: median, mean, and signed median; each host counts once. "chance" is the random error that remains in the means of the independent simulator (peer).',
    ...(['peer', 'twin'] as const).map((truth) => showErrors(errors, truth)),
    '',
    'Changes by other weights, (simulated - predicted) / predicted, as standard deviations about zero; simulated by the independent simulator. "gain" is that of the mean slowdown of the host, over the root of the sum of squares of the changes predicted for its domains; "90 %" is the fraction within 1.645 times the fraction that the gate uses: '.concat(
      `${changeError.sdps} for SDPS, ${changeError.twin} for the twin.`,
    ),
    showChanges(changes),
  ].join('\n')
}

function showErrors(rows: readonly ErrorRow[], truth: ErrorOf['truth']): string {
  const shown = compared.filter((pair) => pair.truth === truth)
  return textTable(
    [
      { title: `against the ${truth}`, text: ({ scheduler }: ErrorRow) => scheduler },
      { title: 'CPU or pCPUs', text: ({ kind }) => kind },
      { title: 'hosts', text: ({ hosts }) => String(hosts) },
      ...(truth === 'peer'
        ? [{ title: 'chance', text: ({ scatter }: ErrorRow) => percent(scatter) }]
        : []),
      ...shown.map((pair) => ({
        title: pair.model + (pair.clock === 'logged' ? ', logged' : ''),
        text: ({ errors }: ErrorRow) => {
          const { median, mean, bias, missing } = errors[compared.indexOf(pair)]!
          const none = missing > 0 ? ` (none: ${missing})` : ''
          return [median, mean, bias].map(percent).join(' / ') + none
        },
      })),
    ],
    rows,
  )
}

function showChanges(rows: readonly ChangeRow[]): string {
  const fraction = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2))
  const inside = (fit: ChangeFit) => (fit.count === 0 ? '–' : percent(fit.inside))
  return textTable(
    [
      { title: 'model', text: ({ model }: ChangeRow) => model },
      { title: 'scheduler', align: 'left', text: ({ scheduler }) => scheduler },
      { title: 'CPU or pCPUs', text: ({ kind }) => kind },
      { title: 'changes', text: ({ changes }) => String(changes.count) },
      ...(['robust', 'rms', 'pooled', 'chance', 'bias'] as const).map((figure) => ({
        title: figure,
        text: ({ changes }: ChangeRow) => fraction(changes[figure]),
      })),
      { title: '90 %', text: ({ changes }) => inside(changes) },
      { title: 'gains', text: ({ gains }) => String(gains.count) },
      ...(['robust', 'rms', 'pooled', 'chance', 'bias'] as const).map((figure) => ({
        title: figure,
        text: ({ gains }: ChangeRow) => fraction(gains[figure]),
      })),
      { title: '90 %', text: ({ gains }) => inside(gains) },
    ],
    rows,
  )
}
