import type { Plan, PlanChange, Reservation } from '@steelyard/contract'
import {
  formatCap,
  formatCount,
  formatShare,
  formatTargetMs,
  type OneUnit,
  oneUnitFor,
} from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'
import { ShareBar } from '../charts/share-bar.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { PredictedMark } from '../ui/predicted-mark.tsx'
import { Term } from '../ui/term.tsx'

/** Whether Domain-0 is among the domains whose shares add up to 1. */
export function sharesWords({ changes }: Pick<Plan, 'changes'>): string {
  const shared = changes.filter(({ shareAfter }) => shareAfter !== null)
  if (shared.length === 0) return 'The domains under RTDS have reservations in place of weights.'
  const counted = shared.some(({ domain }) => domain === 'Domain-0')
    ? 'Shares count Domain-0, whose weight stays.'
    : 'Shares are among these domains alone, without Domain-0.'
  return `${counted} The notch marks the share before.`
}

/** Shows every domain of the plan and its changes; unchanged domains stay visible but recede. */
export function PlanDiff({ plan }: { plan: Plan }) {
  const shows = {
    cpupool:
      plan.cpupools.length > 0 || plan.changes.some(({ cpupoolAfter }) => isNew(cpupoolAfter)),
    affinity: plan.changes.some(
      ({ affinityBefore, affinityAfter }) =>
        affinityBefore !== affinityAfter || (affinityAfter ?? 'all') !== 'all',
    ),
    prediction: plan.changes.some(({ predictedAfter }) => predictedAfter !== null),
  }
  const times = oneUnitFor(
    plan.changes.flatMap((each) => [
      each.targetMs,
      each.predictedBefore?.ms,
      each.predictedAfter?.highMs,
    ]),
  )
  return (
    <div className="stacked">
      <PlainTable caption={`What the plan changes on ${plan.hostName}`}>
        <thead>
          <tr>
            <HeadCell>Domain</HeadCell>
            {shows.cpupool ? <HeadCell>Cpupool</HeadCell> : null}
            {shows.affinity ? <HeadCell>Runs on pCPUs</HeadCell> : null}
            <HeadCell numeric>Weight</HeadCell>
            <HeadCell>Share</HeadCell>
            <HeadCell numeric>Cap</HeadCell>
            {shows.prediction ? (
              <>
                <HeadCell numeric>Target, {times.unit}</HeadCell>
                <HeadCell numeric>
                  Predicted, <Term of="interval">90 %</Term>, {times.unit}
                </HeadCell>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {plan.changes.map((change) => (
            <ChangeRow
              key={change.xenUuid ?? change.domain}
              change={change}
              shows={shows}
              times={times}
              isSure={plan.grade === 'enough'}
            />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

function ChangeRow({
  change,
  shows,
  times,
  isSure,
}: {
  change: PlanChange
  shows: { cpupool: boolean; affinity: boolean; prediction: boolean }
  times: OneUnit
  /** Whether the evidence is good enough for green. */
  isSure: boolean
}) {
  return (
    <tr className={cx('border-b border-line last:border-0', !change.changed && 'text-ink-faint')}>
      <RowHead>
        {change.domain}
        <span className="block text-xs font-normal text-ink-faint">
          {[change.xenId === null ? '' : `id ${change.xenId}`, change.changed ? '' : 'unchanged']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </RowHead>
      {shows.cpupool ? (
        <Cell data-label="Cpupool">
          <BeforeAfter
            before={change.cpupoolBefore ?? 'unknown'}
            after={change.cpupoolAfter ?? change.cpupoolBefore ?? 'unknown'}
          />
          {change.reservationAfter ? <Promised reservation={change.reservationAfter} /> : null}
        </Cell>
      ) : null}
      {shows.affinity ? (
        <Cell data-label="Runs on pCPUs">
          <BeforeAfter
            before={change.affinityBefore ?? 'unknown'}
            after={change.affinityAfter ?? 'unknown'}
          />
        </Cell>
      ) : null}
      <Cell numeric data-label="Weight">
        <BeforeAfter
          before={formatCount(change.weightBefore)}
          after={formatCount(change.weightAfter)}
        />
      </Cell>
      <Cell data-label="Share">
        <Share change={change} />
      </Cell>
      <Cell numeric data-label="Cap">
        <BeforeAfter before={formatCap(change.capBefore)} after={formatCap(change.capAfter)} />
      </Cell>
      {shows.prediction ? (
        <>
          <Cell numeric data-label={`Target, ${times.unit}`}>
            {times.target(change.targetMs)}
          </Cell>
          <Cell numeric data-label={`Predicted, ${times.unit}`}>
            <Predicted change={change} times={times} isSure={isSure} />
          </Cell>
        </>
      ) : null}
    </tr>
  )
}

/** The predicted time before and after, and whether the latter meets the target. */
function Predicted({
  change: { predictedBefore, predictedAfter, targetMs, meetsTarget },
  times,
  isSure,
}: {
  change: PlanChange
  times: OneUnit
  isSure: boolean
}) {
  if (predictedAfter === null) return <span className="text-ink-faint">not predicted</span>
  const { ms, lowMs, highMs } = predictedAfter
  return (
    <span className="whitespace-nowrap">
      <BeforeAfter
        before={times.predicted(predictedBefore?.ms)}
        after={`${times.predicted(ms)} (${times.predicted(lowMs)} to ${times.predicted(highMs)})`}
      />{' '}
      <PredictedMark
        prediction={predictedAfter}
        targetMs={targetMs}
        meets={meetsTarget}
        isSure={isSure}
      />
    </span>
  )
}

/** Xen creates every domain in Pool-0. */
const isNew = (cpupool: string | null) => cpupool !== null && cpupool !== 'Pool-0'

/** Describes a reservation, such as "70 ms in every 100 ms". */
function Promised({ reservation }: { reservation: Reservation }) {
  const { periodMs, budgetMs, extraTime } = reservation
  return (
    <span className="block text-xs whitespace-nowrap text-ink-soft">
      each vCPU {formatTargetMs(budgetMs)} in every {formatTargetMs(periodMs)}
      {extraTime ? ', and spare time' : ''}
    </span>
  )
}

function Share({ change }: { change: PlanChange }) {
  const { shareBefore, shareAfter } = change
  if (shareAfter === null) return <span className="text-ink-faint">no weights here</span>
  return (
    <div className="flex min-w-52 items-center gap-3">
      <div className="min-w-24 flex-1">
        <ShareBar
          label={change.domain}
          share={shareAfter}
          before={shareBefore ?? undefined}
          tone={change.changed ? 'accent' : 'neutral'}
        />
      </div>
      {/* The same width in every row makes the bars comparable. */}
      <span className="w-28 shrink-0 text-right">
        <BeforeAfter before={formatShare(shareBefore)} after={formatShare(shareAfter)} />
      </span>
    </div>
  )
}
