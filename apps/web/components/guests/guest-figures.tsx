'use client'

import {
  type AnalysisResult,
  type DomainResult,
  type EvidenceGrade,
  measuredVerdict,
  predictedVerdict,
  type Recommendation,
} from '@steelyard/contract'
import { formatCount, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import Link from 'next/link'
import { inHostOrder } from '../../lib/domain-order.ts'
import { guestPath } from '../../lib/host-paths.ts'
import { TargetTime } from '../analysis/recommendation/target-time.tsx'
import { useHostFrame } from '../host/frame/use-host-frame.ts'
import { advisesWeights } from '../host/now/plan-advice.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'
import { RangePlot, RangeScale } from '../ui/range-plot.tsx'
import { Term } from '../ui/term.tsx'
import { VerdictMark, VerdictWord } from '../ui/verdict-mark.tsx'

type Advice = Recommendation['domains'][number]

/**
 * Target, measured and predicted time of each guest, and the weight advised for it: one table for all
 * pages that show them.
 */
export function GuestFigures({ result }: { result: AnalysisResult }) {
  const { host } = useHostFrame()
  const domains = inHostOrder(result.domains, host)
  const advised = advisesWeights(result)
  const known = new Map(result.recommendation?.domains.map((each) => [each.domain, each]))
  const advice = advised ? known : new Map<string, Advice>()
  const times = oneUnitFor(
    domains.flatMap((each) => [
      ...timesOf(each, advice.get(each.domain)),
      known.get(each.domain)?.softTargetMs,
    ]),
  )
  const predicted = advised ? 'Predicted then' : 'Predicted'
  const plotted = hasTargets(result)
  return (
    <div className="stacked @container">
      <PlainTable caption="Guests: weights, target, measured and predicted times">
        <thead>
          <tr className="align-bottom">
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>
              <Term of="weight">Weight</Term>
            </HeadCell>
            <HeadCell numeric>Target, {times.unit}</HeadCell>
            <HeadCell numeric>Measured, {times.unit}</HeadCell>
            {plotted ? (
              <HeadCell className="w-full @max-4xl:hidden">
                <RangeScale />
              </HeadCell>
            ) : null}
            <HeadCell numeric>
              {predicted}, <Term of="interval">90 %</Term>, {times.unit}
            </HeadCell>
            {advised ? <HeadCell className="@max-5xl:hidden">Then</HeadCell> : null}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <GuestRow
              key={domain.domain}
              domain={domain}
              known={known.get(domain.domain)}
              advice={advice.get(domain.domain)}
              times={times}
              grade={result.evidence.grade}
              plotted={plotted}
              advised={advised}
            />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

export function hasTargets({ domains }: Pick<AnalysisResult, 'domains'>): boolean {
  return domains.some(({ target }) => target?.responseTimeMs)
}

function timesOf(domain: DomainResult, advice: Advice | undefined) {
  const predicted = advice ? advice.predictedAfter : domain.predictedNow
  return [domain.target?.responseTimeMs, domain.observedMs, predicted?.highMs]
}

function GuestRow({
  domain,
  known,
  advice,
  times,
  grade,
  plotted,
  advised,
}: {
  domain: DomainResult
  known: Advice | undefined
  advice: Advice | undefined
  times: OneUnit
  grade: EvidenceGrade
  plotted: boolean
  advised: boolean
}) {
  const { host, recording } = useHostFrame()
  const predicted = advice ? advice.predictedAfter : domain.predictedNow
  const targetMs = domain.target?.responseTimeMs ?? null
  const then = advice ? predictedVerdict(predicted, advice.targetMs, grade) : null
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead className="[overflow-wrap:anywhere]">
        <Link
          className="underline-offset-4 hover:underline"
          href={guestPath(host.id, domain.domain, recording?.id)}
        >
          {domain.domain}
        </Link>
      </RowHead>
      <Cell numeric data-label="Weight">
        <BeforeAfter
          before={formatCount(domain.weight)}
          after={formatCount(advice?.weightAfter ?? domain.weight)}
        />
      </Cell>
      <Cell numeric data-label={`Target, ${times.unit}`}>
        <TargetTime targetMs={domain.target?.responseTimeMs} advice={known} times={times} />
      </Cell>
      <Cell numeric data-label={`Measured, ${times.unit}`}>
        <span>
          <span className="font-semibold">{times.measured(domain.observedMs)}</span>{' '}
          <VerdictMark verdict={measuredVerdict(domain.meetsTarget, grade)} />
        </span>
      </Cell>
      {plotted ? (
        <Cell className="@max-4xl:hidden">
          {targetMs ? (
            <RangePlot
              targetMs={targetMs}
              measuredMs={domain.observedMs}
              predicted={predicted}
              verdict={then}
              times={times}
            />
          ) : null}
        </Cell>
      ) : null}
      <Cell numeric data-label={`Predicted, ${times.unit}`}>
        <span className="inline-flex items-baseline gap-1.5">
          <PredictedTime prediction={predicted} times={times} />
          <VerdictMark verdict={then} className="@5xl:hidden" />
        </span>
      </Cell>
      {advised ? (
        <Cell className="@max-5xl:hidden">{then ? <VerdictWord verdict={then} /> : null}</Cell>
      ) : null}
    </tr>
  )
}
