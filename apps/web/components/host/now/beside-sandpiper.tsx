'use client'

import type { AnalysisResult, BesideSandpiper, WeightOption } from '@steelyard/contract'
import {
  formatCount,
  formatRoughPercent,
  type OneUnit,
  oneUnitFor,
  twoDigits,
} from '@steelyard/contract/format'
import { predictedVerdict, urgencyOf } from '@steelyard/contract/plain'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { measureWords } from '../../analysis/recommendation/objective-labels.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { RangePlot } from '../../ui/range-plot.tsx'
import { VerdictMark, VerdictWord } from '../../ui/verdict-mark.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

const labels: Record<WeightOption['of'], string> = {
  'in-force': 'As it is',
  recommended: 'Steelyard',
  sandpiper: 'SandPiper',
}

const colors: Partial<Record<WeightOption['of'], string>> = {
  'in-force': 'var(--ink-faint)',
  sandpiper: 'var(--sandpiper)',
}

type Result = Pick<AnalysisResult, 'domains' | 'evidence'>

/** What SandPiper would do, and the same forecast of its weights, of those in force and of ours. */
export function BesideSandpiperCard({
  beside: { statement, options, objective },
  result,
}: {
  beside: BesideSandpiper
  result: Result
}) {
  const { host } = useHostFrame()
  const times = oneUnitFor(
    options.flatMap((option) => option.domains.map(({ predicted }) => predicted?.highMs)),
  )
  return (
    <Card aria-labelledby="sandpiper">
      <CardHeader
        id="sandpiper"
        title="What SandPiper would do"
        description={keepUnits(statement)}
      />
      <div className="space-y-4 py-4">
        {options.map((option) => (
          <Option
            key={option.of}
            option={{ ...option, domains: inHostOrder(option.domains, host) }}
            result={result}
            objective={objective}
            times={times}
          />
        ))}
      </div>
    </Card>
  )
}

function Option({
  option: { of, domains, worst, gain },
  result: {
    domains: results,
    evidence: { grade },
  },
  objective,
  times,
}: {
  option: WeightOption
  result: Result
  objective: BesideSandpiper['objective']
  times: OneUnit
}) {
  const rows = domains.map((each) => {
    const targetMs =
      results.find(({ domain }) => domain === each.domain)?.target?.responseTimeMs ?? null
    return { ...each, targetMs, verdict: predictedVerdict(each.predicted, targetMs, grade) }
  })
  const [most] = rows
    .flatMap(({ verdict }) => verdict ?? [])
    .toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
  const isPlayed = rows.some(({ predicted }) => predicted !== null)
  return (
    <section aria-label={labels[of]} className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 sm:px-6">
        <h3 className="text-sm font-semibold">{labels[of]}</h3>
        {most ? <VerdictWord verdict={most} /> : null}
      </div>
      <PlainTable caption={`${labels[of]}: weights and predicted times`}>
        <thead className="sr-only">
          <tr>
            <HeadCell>Guest</HeadCell>
            <HeadCell>Weight</HeadCell>
            {isPlayed ? (
              <>
                <HeadCell>Against the target</HeadCell>
                <HeadCell>Predicted, {times.unit}</HeadCell>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ domain, weight, predicted, targetMs, verdict }) => (
            <tr key={domain}>
              <RowHead className="min-w-0! py-1 [overflow-wrap:anywhere] @md:min-w-24!">
                {domain}
              </RowHead>
              <Cell numeric className="px-1! py-1">
                {formatCount(weight)}
              </Cell>
              {isPlayed ? (
                <>
                  <Cell className="w-full px-2! py-1 @max-md:hidden">
                    {targetMs ? (
                      <RangePlot
                        targetMs={targetMs}
                        predicted={predicted}
                        verdict={verdict}
                        color={colors[of]}
                        times={times}
                      />
                    ) : null}
                  </Cell>
                  <Cell numeric className="py-1 pl-1!">
                    <span className="inline-flex items-baseline gap-1.5">
                      <PredictedTime prediction={predicted} times={times} />
                      <span className="w-4">
                        <VerdictMark verdict={verdict} />
                      </span>
                    </span>
                  </Cell>
                </>
              ) : null}
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {worst ? (
        <p className="px-4 pt-1 text-sm text-ink-soft sm:px-6">
          Closest to its limit: {worst.domain} at {twoDigits(worst.ratio)} times its target.
          {gain && objective ? ` ${gainWords(gain, objective)}` : ''}
        </p>
      ) : null}
    </section>
  )
}

function gainWords(
  { value, uncertainty }: NonNullable<WeightOption['gain']>,
  objective: NonNullable<BesideSandpiper['objective']>,
): string {
  const side = value < 0 ? 'worse' : 'better'
  return `${keepUnits(formatRoughPercent(Math.abs(value)))} ${side} in ${measureWords(objective)}, ± ${formatRoughPercent(uncertainty)}.`
}
