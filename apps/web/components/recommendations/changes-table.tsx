import type { HostRecommendation } from '@steelyard/contract'
import { formatCount, formatShare, oneUnitFor } from '@steelyard/contract/format'
import { ShareBar } from '../charts/share-bar.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'
import { Term } from '../ui/term.tsx'
import { sharesOf } from './shares-of.ts'

/** What the recommendation changes: weights, shares, and the times foretold before and after. */
export function ChangesTable({ changes }: Pick<HostRecommendation, 'changes'>) {
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
            <HeadCell>Domain</HeadCell>
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
          {sharesOf(changes).map((change) => (
            <tr key={change.domain} className="border-b border-line last:border-0">
              <NameHead name={change.domain} />
              <Cell numeric data-label="Weight">
                <BeforeAfter
                  before={formatCount(change.weightBefore)}
                  after={formatCount(change.weightAfter)}
                />
              </Cell>
              <Cell data-label="Share">
                <div className="flex min-w-44 items-center gap-3">
                  <div className="flex-1">
                    <ShareBar
                      label={change.domain}
                      share={change.shareAfter}
                      before={change.shareBefore}
                    />
                  </div>
                  <span className="shrink-0 text-right">
                    <BeforeAfter
                      before={formatShare(change.shareBefore)}
                      after={formatShare(change.shareAfter)}
                    />
                  </span>
                </div>
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
