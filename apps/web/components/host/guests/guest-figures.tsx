'use client'

import type {
  AnalysisResult,
  DomainResult,
  EvidenceGrade,
  Recommendation,
} from '@steelyard/contract'
import { formatCount, formatShare, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import {
  DEFAULT_WEIGHT,
  DOMAIN_0,
  measuredVerdict,
  predictedVerdict,
  sharesOf,
  withDomain0,
} from '@steelyard/contract/plain'
import Link from 'next/link'
import { advisesWeights } from '../../../lib/advises-weights.ts'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { guestPath } from '../../../lib/host-paths.ts'
import { TargetTime } from '../../analysis/recommendation/target-time.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { RangePlot, RangeScale } from '../../ui/range-plot.tsx'
import { Term } from '../../ui/term.tsx'
import { VerdictMark, VerdictWord } from '../../ui/verdict-mark.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

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
  const shares = sharesBeforeAndAfter(result, advice)
  return (
    <div className="stacked @container">
      <PlainTable caption="Guests: weights, target, measured and predicted times">
        <thead>
          <tr className="align-bottom">
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>
              <Term of="weight">Weight</Term>
            </HeadCell>
            <HeadCell numeric className="@max-5xl:hidden">
              <Term of="share">Share</Term>
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
            {advised ? <HeadCell className="@max-5xl:hidden!">Then</HeadCell> : null}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <GuestRow
              key={domain.domain}
              domain={domain}
              known={known.get(domain.domain)}
              advice={advice.get(domain.domain)}
              shares={shares(domain.domain)}
              times={times}
              grade={result.evidence.grade}
              plotted={plotted}
              advised={advised}
            />
          ))}
          <Domain0Row
            weight={result.domain0.weight ?? DEFAULT_WEIGHT}
            shares={shares(DOMAIN_0)}
            columns={(plotted ? 4 : 3) + (advised ? 1 : 0)}
          />
        </tbody>
      </PlainTable>
    </div>
  )
}

export function hasTargets({ domains }: Pick<AnalysisResult, 'domains'>): boolean {
  return domains.some(({ target }) => target?.responseTimeMs)
}

interface Shares {
  before: number | undefined
  after: number | undefined
}

/** The shares of the weights in force and of those advised, by the name of a domain. */
function sharesBeforeAndAfter(
  { domains, domain0 }: AnalysisResult,
  advice: ReadonlyMap<string, Advice>,
): (domain: string) => Shares {
  const of = (weightOf: (each: DomainResult) => number) =>
    sharesOf(
      withDomain0(
        domains.map((each) => ({ domain: each.domain, weight: weightOf(each) })),
        domain0.weight,
      ),
    )
  const before = of(({ weight }) => weight)
  const after = of(({ domain, weight }) => advice.get(domain)?.weightAfter ?? weight)
  return (domain) => ({ before: before.get(domain), after: after.get(domain) })
}

function ShareCell({ shares: { before, after } }: { shares: Shares }) {
  return (
    <Cell numeric className="@max-5xl:hidden" data-label="Share">
      <BeforeAfter before={formatShare(before)} after={formatShare(after)} />
    </Cell>
  )
}

/** It competes for the CPU like the guests, and its weight stays. */
function Domain0Row({
  weight,
  shares,
  columns,
}: {
  weight: number
  shares: Shares
  columns: number
}) {
  return (
    <tr className="text-ink-soft">
      <RowHead className="whitespace-nowrap">{DOMAIN_0}</RowHead>
      <Cell numeric data-label="Weight">
        {formatCount(weight)}
      </Cell>
      <ShareCell shares={shares} />
      <Cell colSpan={columns} className="text-ink-faint">
        no response time of its own
      </Cell>
    </tr>
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
  shares,
  times,
  grade,
  plotted,
  advised,
}: {
  domain: DomainResult
  known: Advice | undefined
  advice: Advice | undefined
  shares: Shares
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
    <tr className="border-b border-line">
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
      <ShareCell shares={shares} />
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
        <Cell className="@max-5xl:hidden!">{then ? <VerdictWord verdict={then} /> : null}</Cell>
      ) : null}
    </tr>
  )
}
