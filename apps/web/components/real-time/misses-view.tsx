import type { LabResult, LabRun, LabVariant } from '@steelyard/contract'
import {
  formatCounted,
  formatDuration,
  formatItems,
  formatNumber,
  formatPercent,
  formatTargetMs,
} from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { StockMark } from '../ui/stock-mark.tsx'
import { missedPart, missesOf, missesVerdict } from './misses.ts'

/** Compares the policies: deadlines missed, and the work of the other domains. */
export function MissesView({ run, result }: { run: LabRun; result: LabResult }) {
  const unitMs = run.question.kind === 'real-time' ? run.question.unitMs : 1
  const all = missesOf(result.variants, unitMs)
  const { headline, instead } = missesVerdict(all)
  const most = Math.max(...all.map(({ unitsPerSecond }) => unitsPerSecond))
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <p className="text-lg font-semibold text-balance">{headline}</p>
        {instead ? <p className="text-ink-soft">{instead}</p> : null}
      </div>
      <div className="-mx-4 sm:-mx-6">
        <PlainTable caption="Deadlines missed and work of the others, by policy">
          <thead>
            <tr>
              <HeadCell>Policy</HeadCell>
              <HeadCell>Deadlines missed</HeadCell>
              <HeadCell>Work of the others</HeadCell>
            </tr>
          </thead>
          <tbody>
            {all.map((misses) => {
              const { variant, unitsPerSecond } = misses
              return (
                <tr key={variant.id} className="border-b border-line last:border-0">
                  <PolicyHead variant={variant} />
                  <Cell className="min-w-44">
                    <PartBar part={missedPart(misses)} tone="danger" />
                    <span className="tabular">{formatPercent(missedPart(misses))}</span>
                    <span className="block text-ink-faint">{eachMissed(variant.domains)}</span>
                  </Cell>
                  <Cell className="min-w-40">
                    <PartBar part={most > 0 ? unitsPerSecond / most : 0} tone="accent" />
                    <span className="tabular">{formatNumber(unitsPerSecond)} units/s</span>
                  </Cell>
                </tr>
              )
            })}
          </tbody>
        </PlainTable>
      </div>
      <p className="text-sm text-ink-faint">
        A unit is {formatTargetMs(unitMs)} of CPU time.{' '}
        {formatCounted(result.replications, 'replication')} of{' '}
        {formatDuration(result.simulatedSeconds)} each, with the same seeds.
        {result.notes.map((note) => ` ${note}`)}
      </p>
    </div>
  )
}

/** The name of a policy, whether a released Xen has it, and what it means. */
function PolicyHead({ variant }: { variant: LabVariant }) {
  return (
    <RowHead className="min-w-52 sm:min-w-72 xl:w-1/2">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {variant.label}
        <StockMark stockXen={variant.stockXen} />
      </span>
      <span className="mt-0.5 block text-xs font-normal text-ink-faint">{variant.meaning}</span>
    </RowHead>
  )
}

function eachMissed(domains: LabResult['variants'][number]['domains']): string {
  return formatItems(
    domains.flatMap(({ name, deadlines }) =>
      deadlines && deadlines.jobs > 0
        ? [`${name} ${formatPercent(deadlines.missed / deadlines.jobs)}`]
        : [],
    ),
  )
}

/** Draws a fraction as a bar; the text next to it gives the figure. */
function PartBar({ part, tone }: { part: number; tone: 'accent' | 'danger' }) {
  return (
    <div aria-hidden className="mb-1 h-2 overflow-hidden rounded-sm bg-sunken">
      <div
        className={cx('h-full', tone === 'danger' ? 'bg-danger' : 'bg-accent')}
        style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }}
      />
    </div>
  )
}
