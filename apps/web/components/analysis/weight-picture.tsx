import type { Recommendation } from '@steelyard/contract'
import { formatCount, formatMs, formatShare } from '../../lib/format.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { BeforeAfter } from './before-after.tsx'
import { GainOrPrice } from './gain-or-price.tsx'
import { TargetMark } from './target-mark.tsx'

type DomainAdvice = Recommendation['domains'][number]

/** Per domain: weight before and after, share with its old mark, predicted response time, target. */
export function WeightPicture({ domains }: { domains: readonly DomainAdvice[] }) {
  return (
    <ul className="space-y-5">
      {domains.map((domain) => (
        <li key={domain.domain}>
          <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium [overflow-wrap:anywhere]">{domain.domain}</span>
            <span className="text-sm">
              <span className="text-ink-faint">weight </span>
              <BeforeAfter
                before={formatCount(domain.weightBefore)}
                after={formatCount(domain.weightAfter)}
              />
            </span>
          </div>
          <ShareBar label={domain.domain} share={domain.shareAfter} before={domain.shareBefore} />
          <div className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
            <span className="text-ink-soft">
              share{' '}
              <BeforeAfter
                before={formatShare(domain.shareBefore)}
                after={formatShare(domain.shareAfter)}
              />
            </span>
            <PredictedTime domain={domain} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function PredictedTime({ domain }: { domain: DomainAdvice }) {
  const { predictedBeforeMs, predictedMs, targetMs, meetsTarget } = domain
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2.5">
      {predictedMs === null ? null : (
        <BeforeAfter before={formatMs(predictedBeforeMs)} after={formatMs(predictedMs)} />
      )}
      <GainOrPrice domain={domain} />
      <TargetMark meets={meetsTarget} targetMs={targetMs} />
    </span>
  )
}
