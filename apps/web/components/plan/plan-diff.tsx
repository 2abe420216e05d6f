import type { Plan, PlanChange, Reservation } from '@steelyard/contract'
import {
  formatCap,
  formatCount,
  formatShare,
  formatTargetMs,
  type OneUnit,
  oneUnitFor,
} from '@steelyard/contract/format'
import { DOMAIN_0, predictedVerdict } from '@steelyard/contract/plain'
import { cx } from '../../lib/cx.ts'
import { ShareSwatch, WeightsBar } from '../charts/weights-bar.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { RangePlot, RangeScale } from '../ui/range-plot.tsx'
import { Term } from '../ui/term.tsx'
import { VerdictMark, VerdictWord } from '../ui/verdict-mark.tsx'

/** What a share is, and whether Domain-0's had to be assumed. */
export function sharesWords({
  changes,
  domain0WeightAssumed,
}: Pick<Plan, 'changes' | 'domain0WeightAssumed'>): string {
  if (changes.every(({ shareAfter }) => shareAfter === null)) {
    return 'The guests under RTDS have reservations in place of weights.'
  }
  return [
    'A share counts Domain-0. It is what a guest gets at least while all want to run.',
    ...(domain0WeightAssumed
      ? ['Domain-0’s weight is not known; Xen’s default of 256 is assumed.']
      : []),
  ].join(' ')
}

interface Shows {
  cpupool: boolean
  affinity: boolean
  cap: boolean
  prediction: boolean
  plot: boolean
}

/** The distance of a last column from the edge, where the verdicts after it are not shown. */
const LAST_WHEN_NARROW = 'sm:@max-5xl:pr-6'

/** Shows every domain of the plan and its changes; unchanged domains stay visible but recede. */
export function PlanDiff({ plan }: { plan: Plan }) {
  const { changes } = plan
  const shows: Shows = {
    cpupool: plan.cpupools.length > 0 || changes.some(({ cpupoolAfter }) => isNew(cpupoolAfter)),
    affinity: changes.some(
      ({ affinityBefore, affinityAfter }) =>
        affinityBefore !== affinityAfter || (affinityAfter ?? 'all') !== 'all',
    ),
    cap: changes.some(({ capBefore, capAfter }) => capBefore || capAfter),
    prediction: changes.some(({ predictedAfter }) => predictedAfter !== null),
    plot: changes.some(({ predictedAfter, targetMs }) => predictedAfter && targetMs !== null),
  }
  const times = oneUnitFor(
    changes.flatMap((each) => [
      each.targetMs,
      each.predictedBefore?.ms,
      each.predictedAfter?.highMs,
    ]),
  )
  const guests = changes.map(({ domain }) => domain).filter((domain) => domain !== DOMAIN_0)
  return (
    <>
      <Bars changes={changes} />
      <div className="stacked">
        <PlainTable caption={`What the plan changes on ${plan.hostName}`}>
          <thead>
            <tr className="align-bottom">
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric>Weight</HeadCell>
              <HeadCell numeric>
                <Term of="share">Share</Term>
              </HeadCell>
              {shows.cap ? <HeadCell numeric>Cap</HeadCell> : null}
              {shows.cpupool ? <HeadCell>Cpupool</HeadCell> : null}
              {shows.affinity ? <HeadCell>Runs on pCPUs</HeadCell> : null}
              {shows.plot ? (
                <HeadCell className="w-full @max-4xl:hidden">
                  <RangeScale />
                </HeadCell>
              ) : null}
              {shows.prediction ? (
                <>
                  <HeadCell numeric>
                    Predicted, <Term of="interval">90 %</Term>, {times.unit}
                  </HeadCell>
                  <HeadCell numeric className={LAST_WHEN_NARROW}>
                    Target, {times.unit}
                  </HeadCell>
                  <HeadCell className="@max-5xl:hidden">Then</HeadCell>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <ChangeRow
                key={change.xenUuid ?? change.domain}
                change={change}
                shows={shows}
                times={times}
                guests={guests}
                grade={plan.grade}
              />
            ))}
          </tbody>
        </PlainTable>
      </div>
    </>
  )
}

/** The shares before and after, one above the other; of a host with several cpupools the table tells. */
function Bars({ changes }: { changes: readonly PlanChange[] }) {
  const isOnePool =
    new Set(changes.map(({ cpupoolBefore }) => cpupoolBefore)).size <= 1 &&
    changes.every(({ shareAfter }) => shareAfter !== null)
  if (!isOnePool) return null
  const bar = (label: string, weight: 'weightBefore' | 'weightAfter') => (
    <>
      <span className="text-xs font-medium text-ink-faint">{label}</span>
      <WeightsBar
        tall
        domains={changes.map((each) => ({ domain: each.domain, weight: each[weight] ?? 0 }))}
      />
    </>
  )
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 px-4 pb-3 sm:px-6">
      {bar('Before', 'weightBefore')}
      {bar('After', 'weightAfter')}
    </div>
  )
}

function ChangeRow({
  change,
  shows,
  times,
  guests,
  grade,
}: {
  change: PlanChange
  shows: Shows
  times: OneUnit
  guests: readonly string[]
  grade: Plan['grade']
}) {
  const verdict = predictedVerdict(change.predictedAfter, change.targetMs, grade)
  return (
    <tr
      className={cx(
        'border-b border-line align-middle last:border-0',
        !change.changed && 'text-ink-soft',
      )}
    >
      <RowHead className="min-w-36 [overflow-wrap:anywhere]">
        <span className="inline-flex items-center gap-2">
          <ShareSwatch domain={change.domain} guests={guests} /> {change.domain}
        </span>{' '}
        <span className="block text-sm font-normal whitespace-nowrap text-ink-faint @5xl:inline">
          {[change.xenId === null ? '' : `id ${change.xenId}`, change.changed ? '' : 'unchanged']
            .filter(Boolean)
            .join(' · ')}
        </span>
      </RowHead>
      <Cell numeric data-label="Weight">
        <BeforeAfter
          before={formatCount(change.weightBefore)}
          after={formatCount(change.weightAfter)}
        />
      </Cell>
      <Cell numeric data-label="Share">
        {change.shareAfter === null ? (
          <span className="text-ink-faint">no weights here</span>
        ) : (
          <BeforeAfter
            before={formatShare(change.shareBefore)}
            after={formatShare(change.shareAfter)}
          />
        )}
      </Cell>
      {shows.cap ? (
        <Cell numeric data-label="Cap">
          <BeforeAfter before={formatCap(change.capBefore)} after={formatCap(change.capAfter)} />
        </Cell>
      ) : null}
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
      {shows.plot ? (
        <Cell className="@max-4xl:hidden">
          {change.predictedAfter && change.targetMs !== null ? (
            <RangePlot
              targetMs={change.targetMs}
              before={change.predictedBefore}
              predicted={change.predictedAfter}
              verdict={verdict}
              times={times}
            />
          ) : null}
        </Cell>
      ) : null}
      {shows.prediction ? (
        <>
          <Cell numeric data-label={`Predicted, ${times.unit}`}>
            <span className="inline-flex items-baseline gap-1.5">
              <Predicted change={change} times={times} />
              <VerdictMark verdict={verdict} className="@5xl:hidden" />
            </span>
          </Cell>
          <Cell numeric data-label={`Target, ${times.unit}`} className={LAST_WHEN_NARROW}>
            {times.target(change.targetMs)}
          </Cell>
          <Cell className="@max-5xl:hidden">
            {verdict ? <VerdictWord verdict={verdict} /> : null}
          </Cell>
        </>
      ) : null}
    </tr>
  )
}

/** The predicted time before and after. */
function Predicted({
  change: { domain, predictedBefore, predictedAfter },
  times,
}: {
  change: PlanChange
  times: OneUnit
}) {
  if (predictedAfter === null) {
    return (
      <span className="text-ink-faint">
        {domain === DOMAIN_0 ? 'no time of its own' : 'not predicted'}
      </span>
    )
  }
  const { ms, lowMs, highMs } = predictedAfter
  return (
    <span className="whitespace-nowrap">
      <BeforeAfter
        before={times.predicted(predictedBefore?.ms)}
        after={`${times.predicted(ms)} (${times.predicted(lowMs)} to ${times.predicted(highMs)})`}
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
    <span className="block text-sm whitespace-nowrap text-ink-soft">
      each vCPU {formatTargetMs(budgetMs)} in every {formatTargetMs(periodMs)}
      {extraTime ? ', and spare time' : ''}
    </span>
  )
}
