import type { Recommendation } from '@steelyard/contract'
import { CircleDashed, ShieldCheck, ShieldX } from 'lucide-react'
import { formatDuration, formatMs, formatPercent, formatShare } from '../../lib/format.ts'
import { styleOf } from '../charts/series-style.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { estimatorOf } from './objective-words.ts'

const looks = {
  optimal: { tone: 'ok' as Tone, icon: ShieldCheck, word: 'Proven optimal' },
  infeasible: { tone: 'danger' as Tone, icon: ShieldX, word: 'Proven infeasible' },
  'not-proven': { tone: 'warn' as Tone, icon: CircleDashed, word: 'Not proven in the time given' },
}

const methods = { greedy: 'Greedy', 'closed-form': 'Closed form' }

/** What the solver calls its ways of proving, in words. */
const engines: Record<string, string> = {
  milp: 'branch and bound (MILP)',
  relaxation: 'the exact optimum without targets',
  'monotone-bounds': 'the least shares that the targets force',
  enumeration: 'trying every allocation of the grid',
  search: 'a search, without a proof',
  'least-raise': 'the least raise that meets the targets',
}

/** Why the weights can be trusted: who proved what, and what the companions found. */
export function ProofDetails({ recommendation }: { recommendation: Recommendation }) {
  const by = estimatorOf(recommendation)
  const { proof, status, companions, totalDelayMs } = recommendation
  const { tone, icon, word } = looks[status]
  return (
    <div className="space-y-3 text-sm">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 tabular [&>dt]:text-ink-faint">
        <dt>{by === 'delay-aware' ? 'Total delay' : 'Mean over all requests'}</dt>
        <dd>
          {formatMs(totalDelayMs.before)} now
          {totalDelayMs.after === null ? '' : `, ${formatMs(totalDelayMs.after)} after`}
          <span className="block text-ink-faint">
            {by === 'delay-aware'
              ? `by ${styleOf(by).label} itself, not anchored in what was measured`
              : `of the times predicted by ${styleOf(by).label}`}
          </span>
        </dd>
        <dt>Lower bound</dt>
        <dd>
          {formatMs(proof.bound)}
          {proof.gap === null ? '' : `, gap ${formatPercent(proof.gap)}`}
        </dd>
        <dt>{status === 'not-proven' ? 'Found by' : 'Proved by'}</dt>
        <dd>
          {engines[proof.engine] ?? proof.engine} in {formatDuration(proof.solveSeconds)}
        </dd>
        <dt>Rounding</dt>
        <dd>integers are at most {formatShare(recommendation.roundingError)} off in share</dd>
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
