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
import { inHostOrder } from '../../../lib/domain-order.ts'
import { TargetTime } from '../../analysis/recommendation/target-time.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Card } from '../../ui/card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { RangePlot, RangeScale } from '../../ui/range-plot.tsx'
import { Term } from '../../ui/term.tsx'
import { VerdictMark, VerdictWord } from '../../ui/verdict-mark.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { advisesWeights } from './plan-advice.tsx'

type Advice = Recommendation['domains'][number]

/** Target, measured and predicted time of each guest, and the weight advised for it. */
export function GuestTable({ result }: { result: AnalysisResult }) {
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
  const plotted = domains.some(({ target }) => target?.responseTimeMs)
  return (
    <Card aria-labelledby="guests" className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 pt-4 sm:px-6">
        <h2 id="guests" className="font-semibold">
          Guests
        </h2>
        {plotted ? <PlotKey /> : null}
      </div>
      <div className="stacked">
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
    </Card>
  )
}

function PlotKey() {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-xs text-ink-soft @max-4xl:hidden">
      <span className="inline-flex items-center gap-1.5">
        <span className="h-3.5 w-[3px] rounded-xs bg-ink" /> measured
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="relative h-1.5 w-6 rounded-full bg-accent/45">
          <span className="absolute top-1/2 left-1/2 size-2.25 -translate-1/2 rounded-full bg-accent" />
        </span>
        predicted, 90 % interval
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span className="h-3.5 w-4 border-l-2 border-ink-soft bg-(--over)" /> over the target
      </span>
    </p>
  )
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
  const predicted = advice ? advice.predictedAfter : domain.predictedNow
  const targetMs = domain.target?.responseTimeMs ?? null
  const then = advice ? predictedVerdict(predicted, advice.targetMs, grade) : null
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead className="[overflow-wrap:anywhere]">{domain.domain}</RowHead>
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
