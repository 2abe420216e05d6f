import type { Recommendation } from '@steelyard/contract'
import {
  formatDuration,
  formatMs,
  formatPercent,
  formatPredictedMs,
  formatRoughPercent,
  formatShare,
  formatSignedPercent,
  twoDigits,
  UNKNOWN,
} from '@steelyard/contract/format'
import { CircleDashed, ShieldCheck, ShieldX } from 'lucide-react'
import { Fragment } from 'react'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { measureWords } from './objective-labels.ts'

const looks = {
  optimal: { tone: 'ok' as Tone, icon: ShieldCheck, word: 'Proven optimal' },
  infeasible: { tone: 'danger' as Tone, icon: ShieldX, word: 'Proven infeasible' },
  'not-proven': { tone: 'neutral' as Tone, icon: CircleDashed, word: 'Best found, not proven' },
}

const methods = { greedy: 'Greedy', 'closed-form': 'Closed form' }

/** Describes the solver's proof methods in words. */
const engines: Record<string, string> = {
  milp: 'an integer program (MILP)',
  'branch-and-bound': 'branch and bound',
  relaxation: 'the exact optimum without targets',
  'monotone-bounds': 'the smallest shares that meet the targets',
  enumeration: 'an exhaustive search of the grid',
  search: 'a search without a proof',
  'least-raise': 'the smallest raise that meets the targets',
}

/** Why the weights can be trusted: which method proved what, and what the companions found. */
export function ProofDetails({ recommendation }: { recommendation: Recommendation }) {
  const { proof, status, companions, value, objective, estimator, checks } = recommendation
  const write = (figure: number | null) =>
    value.unit === 'ms' ? formatPredictedMs(figure) : figure === null ? UNKNOWN : twoDigits(figure)
  const { tone, icon, word } = looks[status]
  const { styleOf } = useSeriesStyles()
  return (
    <div className="space-y-3 text-sm">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr] tabular [&>dt]:text-ink-faint">
        <dt className="first-letter:uppercase">{measureWords(objective)}</dt>
        <dd>
          {write(value.before)} now
          {value.after === null ? '' : `, ${write(value.after)} then`}
          <span className="block text-ink-faint">
            of the times predicted by {styleOf(estimator).label}
          </span>
        </dd>
        {checks.map((check) => (
          <Fragment key={check.estimator}>
            <dt>Checked by {styleOf(check.estimator).label}</dt>
            <dd>
              {write(check.before)} now, {write(check.after)} then:{' '}
              {formatSignedPercent(check.gain)}, give or take{' '}
              {formatRoughPercent(check.uncertainty)}
              <span className="block text-ink-faint">
                {check.abstains
                  ? 'sure of neither a gain nor a loss'
                  : `${check.passes ? 'a gain' : 'no gain'} beyond the 80 % interval`}
              </span>
            </dd>
          </Fragment>
        ))}
        {proof.bound === null ? null : (
          <>
            <dt>Lower bound</dt>
            <dd>
              {write(proof.bound)}
              {proof.gap === null ? '' : `, gap ${formatPercent(proof.gap)}`}
            </dd>
          </>
        )}
        <dt>{status === 'not-proven' ? 'Found by' : 'Proved by'}</dt>
        <dd>
          {engines[proof.engine] ?? proof.engine} in {formatDuration(proof.solveSeconds)}
        </dd>
        <dt>Rounding</dt>
        <dd>
          whole weights change a guest’s part of the guests’ weights by at most{' '}
          {formatShare(recommendation.roundingError)}
        </dd>
      </dl>
      {companions.map((companion) => (
        <div key={companion.method} className="border-t border-line pt-3">
          <p className="font-medium">
            {methods[companion.method]}{' '}
            <span className="font-normal text-ink-soft">{agreement(companion.agrees)}</span>
          </p>
          <p className="text-ink-soft">{companion.note}</p>
          <p className="text-ink-faint tabular">
            {companion.shares
              .map((each) => `${each.domain} ${formatShare(each.share)}`)
              .join(' · ')}{' '}
            · total delay {formatMs(companion.totalDelayMs)}
          </p>
        </div>
      ))}
    </div>
  )
}

function agreement(agrees: boolean | null): string {
  if (agrees === null) return 'for comparison'
  return agrees ? 'agrees' : 'finds other shares'
}
