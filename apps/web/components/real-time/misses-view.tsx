import type { LabResult, LabRun } from '@steelyard/contract'
import {
  formatCounted,
  formatDuration,
  formatItems,
  formatNumber,
  formatPercent,
  formatTargetMs,
} from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'
import { VariantHead } from '../lab/variant-head.tsx'
import { Cell, HeadCell, PlainTable } from '../ui/plain-table.tsx'
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
                  <VariantHead variant={variant} />
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
