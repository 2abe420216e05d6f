'use client'

import type { AnalysisResult, BesideSandpiper, WeightOption } from '@steelyard/contract'
import {
  formatCount,
  formatRoughPercent,
  type OneUnit,
  oneUnitFor,
  twoDigits,
  UNKNOWN,
} from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { measureWords } from '../../analysis/recommendation/objective-labels.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedMark } from '../../ui/predicted-mark.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

const labels: Record<WeightOption['of'], string> = {
  'in-force': 'In force',
  recommended: 'Recommended',
  sandpiper: 'SandPiper',
}

/** What SandPiper would do, and the same forecast of its weights, of those in force and of ours. */
export function BesideSandpiperPart({
  beside,
  result,
}: {
  beside: BesideSandpiper
  result: Pick<AnalysisResult, 'domains' | 'evidence'>
}) {
  return (
    <div className="min-w-0 space-y-1 border-t border-line pt-4 pb-3 lg:col-span-2">
      <p className="px-5 font-semibold sm:px-6">{keepUnits(beside.statement)}</p>
      {beside.options.length > 0 ? (
        <div className="stacked sm:[&_:is(td,th)]:py-1.5">
          <OptionsTable beside={beside} result={result} />
        </div>
      ) : null}
    </div>
  )
}

function OptionsTable({
  beside: { options, objective },
  result: { domains, evidence },
}: {
  beside: BesideSandpiper
  result: Pick<AnalysisResult, 'domains' | 'evidence'>
}) {
  const { host } = useHostFrame()
  const targetMs = new Map(
    domains.map(({ domain, target }) => [domain, target?.responseTimeMs ?? null]),
  )
  const times = oneUnitFor(
    options.flatMap((option) => option.domains.map(({ predicted }) => predicted?.highMs)),
  )
  const isPlayed = options.some(({ worst }) => worst !== null)
  const figures = `weight${isPlayed ? `, simulated ${times.unit}` : ''}`
  return (
    <>
      <p aria-hidden className="px-4 text-xs text-ink-faint sm:hidden">
        Of each domain: {figures}
      </p>
      <PlainTable caption="Weights in force, recommended and SandPiper’s, with predicted times">
        <thead>
          <tr className="align-bottom">
            <HeadCell>Domain</HeadCell>
            {options.map(({ of }) => (
              <HeadCell key={of} numeric>
                {labels[of]}
                <span className="block text-xs font-normal">{figures}</span>
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {inHostOrder(options[0]!.domains, host).map(({ domain }) => (
            <tr key={domain} className="border-b border-line">
              <RowHead className="[overflow-wrap:anywhere]">{domain}</RowHead>
              {options.map((option) => (
                <DomainCell
                  key={option.of}
                  option={option}
                  domain={domain}
                  targetMs={targetMs.get(domain) ?? null}
                  times={times}
                  isSure={evidence.grade === 'enough'}
                />
              ))}
            </tr>
          ))}
          {isPlayed ? (
            <>
              <tr className="border-b border-line">
                <RowHead>Worst time over target</RowHead>
                {options.map(({ of, worst }) => (
                  <Cell key={of} numeric data-label={labels[of]} className="tabular">
                    {worst ? `×${twoDigits(worst.ratio)} (${worst.domain})` : UNKNOWN}
                  </Cell>
                ))}
              </tr>
              <tr>
                <RowHead>Gain in {objective ? measureWords(objective) : ''}</RowHead>
                {options.map(({ of, gain }) => (
                  <Cell key={of} numeric data-label={labels[of]} className="whitespace-normal!">
                    <Gain gain={gain} />
                  </Cell>
                ))}
              </tr>
            </>
          ) : null}
        </tbody>
      </PlainTable>
    </>
  )
}

function DomainCell({
  option: { of, domains },
  domain,
  targetMs,
  times,
  isSure,
}: {
  option: WeightOption
  domain: string
  targetMs: number | null
  times: OneUnit
  isSure: boolean
}) {
  const { weight, predicted, meetsTarget } = domains.find((each) => each.domain === domain)!
  return (
    <Cell numeric data-label={labels[of]} className="lg:pl-8">
      <span className="inline-flex flex-wrap items-baseline justify-end gap-x-3">
        <span className="tabular">{formatCount(weight)}</span>
        {predicted ? (
          // As wide as most times, so that the weights stand below each other.
          <span className="min-w-36">
            <PredictedTime prediction={predicted} times={times} />{' '}
            <PredictedMark
              prediction={predicted}
              targetMs={targetMs}
              meets={meetsTarget}
              isSure={isSure}
            />
          </span>
        ) : null}
      </span>
    </Cell>
  )
}

function Gain({ gain }: Pick<WeightOption, 'gain'>) {
  if (!gain) return <span className="text-ink-faint">{UNKNOWN}</span>
  const { value, uncertainty } = gain
  const isCertain = Math.abs(value) > uncertainty
  return (
    <span
      className={cx(
        'tabular',
        isCertain ? (value > 0 ? 'text-ok' : 'text-warn') : 'text-ink-faint',
      )}
    >
      {keepUnits(formatRoughPercent(Math.abs(value)))} {value < 0 ? 'worse' : 'better'},{' '}
      <span className="whitespace-nowrap">± {formatRoughPercent(uncertainty)}</span>
    </span>
  )
}
