'use client'

import type { Analysis, AnalysisResult, Forecast, LabResult } from '@steelyard/contract'
import {
  formatCounted,
  formatStatistic,
  type OneUnit,
  oneUnitFor,
} from '@steelyard/contract/format'
import { useState } from 'react'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, HeadCell, PlainTable } from '../../ui/plain-table.tsx'
import { Term } from '../../ui/term.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { bestOfKinds } from './best-of-kinds.ts'
import { LeverAction } from './lever-action.tsx'
import { OptionCells, OptionHead } from './option-line.tsx'
import { type OptionRow, optionRows } from './option-rows.ts'

/** Options by domains: the host as it is first, then the sliders, then the levers by rank. */
export function OptionsTable({
  analysis,
  result,
  asItIs,
  asked,
  levers,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: AnalysisResult
  asItIs: Forecast
  asked: Forecast | undefined
  levers: LabResult | null
}) {
  const { host } = useHostFrame()
  const [all, setAll] = useState(false)
  const domains = inHostOrder(result.domains, host)
  const rows = optionRows({ result, asItIs, asked, levers })
  const { best } = bestOfKinds(rows.flatMap(({ lever }) => lever ?? []))
  const shown = rows.filter(({ lever }) => all || !lever || best.includes(lever))
  const times = timesOf(rows, result)
  const hidden = rows.length - shown.length
  const statistic = formatStatistic(result.targetStatistic, result.targetWindowSeconds)
  return (
    <>
      <div className="stacked">
        <PlainTable caption="What each option would do to each domain">
          <thead>
            <tr>
              <HeadCell>
                Option
                <span className="block text-xs font-normal">
                  <Term of={result.targetStatistic}>{statistic}</Term> in {times.unit},{' '}
                  <Term of="interval">90 %</Term>
                </span>
              </HeadCell>
              {domains.map(({ domain, target }) => (
                <HeadCell key={domain} numeric>
                  {domain}
                  <span className="block text-xs font-normal">
                    {target?.responseTimeMs == null
                      ? 'no target'
                      : `target ${times.target(target.responseTimeMs)}`}
                  </span>
                </HeadCell>
              ))}
              <HeadCell>
                <span className="sr-only">Next step</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id} className="border-b border-line last:border-0">
                <OptionHead row={row} />
                <OptionCells
                  row={row}
                  domains={domains.map(({ domain }) => domain)}
                  times={times}
                  isSure={result.evidence.grade === 'enough'}
                />
                <Cell>
                  {row.lever ? (
                    <LeverAction
                      lever={row.lever}
                      analysisId={analysis.id}
                      hostId={analysis.hostId}
                    />
                  ) : null}
                </Cell>
              </tr>
            ))}
          </tbody>
        </PlainTable>
      </div>
      {all || hidden > 0 ? (
        <div className="px-4 pt-2 sm:px-6">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Only the best of each kind'
              : `${formatCounted(hidden, 'more variant')} of these kinds`}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function timesOf(rows: readonly OptionRow[], result: AnalysisResult): OneUnit {
  // A lever that starves a domain must not turn every other time into a fraction of a second.
  const own = rows.filter(({ lever }) => lever === null)
  const times = own.flatMap(({ cells }) => cells.map(({ prediction }) => prediction?.ms))
  return oneUnitFor([...times, ...result.domains.map(({ observedMs }) => observedMs)])
}
