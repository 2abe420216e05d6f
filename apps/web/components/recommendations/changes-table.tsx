import type { HostRecommendation } from '@steelyard/contract'
import { formatCount, formatShare, oneUnitFor } from '@steelyard/contract/format'
import { DEFAULT_WEIGHT, DOMAIN_0 } from '@steelyard/contract/plain'
import { withShares } from '../../lib/with-shares.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'
import { Term } from '../ui/term.tsx'

/** What the recommendation changes: weights, shares, and the times foretold before and after. */
export function ChangesTable({
  recommendation: { changes, domain0Weight },
}: {
  recommendation: Pick<HostRecommendation, 'changes' | 'domain0Weight'>
}) {
  const shared = withShares(changes, domain0Weight)
  const guests = changes.map(({ domain }) => domain)
  const times = oneUnitFor(
    changes.flatMap(({ targetMs, predictedBefore, predictedAfter }) => [
      targetMs,
      predictedBefore?.highMs,
      predictedAfter?.highMs,
    ]),
  )
  const isForetold = changes.some((each) => each.predictedBefore || each.predictedAfter)
  return (
    <div className="stacked">
      <PlainTable
        caption={`Weights before and after${isForetold ? ' with predicted response times' : ''}`}
      >
        <thead>
          <tr>
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>Weight</HeadCell>
            <HeadCell>Share</HeadCell>
            <HeadCell numeric>Target, {times.unit}</HeadCell>
            {isForetold ? (
              <>
                <HeadCell numeric>Predicted now, {times.unit}</HeadCell>
                <HeadCell numeric>
                  Then, <Term of="interval">90 %</Term>, {times.unit}
                </HeadCell>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-line text-ink-soft">
            <RowHead>{DOMAIN_0}</RowHead>
            <Cell numeric data-label="Weight">
              {formatCount(domain0Weight ?? DEFAULT_WEIGHT)}
            </Cell>
            <Cell data-label="Share">
              <Share domain={DOMAIN_0} guests={guests} {...shared.domain0} />
            </Cell>
            <Cell colSpan={isForetold ? 3 : 1} className="text-ink-faint">
              {domain0Weight == null ? 'Its weight is not known; 256 is Xen’s default.' : null}
            </Cell>
          </tr>
          {shared.changes.map((change) => (
            <tr key={change.domain} className="border-b border-line last:border-0">
              <NameHead name={change.domain} />
              <Cell numeric data-label="Weight">
                <BeforeAfter
                  before={formatCount(change.weightBefore)}
                  after={formatCount(change.weightAfter)}
                />
              </Cell>
              <Cell data-label="Share">
                <Share guests={guests} {...change} />
              </Cell>
              <Cell numeric data-label={`Target, ${times.unit}`}>
                {times.target(change.targetMs)}
              </Cell>
              {isForetold ? (
                <>
                  <Cell numeric data-label={`Predicted now, ${times.unit}`}>
                    <PredictedTime prediction={change.predictedBefore} times={times} />
                  </Cell>
                  <Cell numeric data-label={`Then, ${times.unit}`}>
                    <PredictedTime prediction={change.predictedAfter} times={times} />
                  </Cell>
                </>
              ) : null}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

function Share({
  domain,
  guests,
  shareBefore,
  shareAfter,
}: {
  domain: string
  guests: readonly string[]
  shareBefore: number
  shareAfter: number
}) {
  return (
    <div className="flex min-w-44 items-center gap-3">
      <div className="flex-1">
        <ShareBar domain={domain} guests={guests} share={shareAfter} before={shareBefore} />
      </div>
      <span className="shrink-0 text-right">
        <BeforeAfter before={formatShare(shareBefore)} after={formatShare(shareAfter)} />
      </span>
    </div>
  )
}
