'use client'

import type { AnalysisResult, LabResult, Lever } from '@steelyard/contract'
import { formatCounted, formatItems, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Cell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { StockMark } from '../../ui/stock-mark.tsx'
import { bestOfKinds } from './best-of-kinds.ts'
import { LeverAction } from './lever-action.tsx'
import { LeversState } from './levers-state.tsx'
import type { useLevers } from './use-levers.ts'

const effects: Record<Lever['effect'], string> = {
  now: 'as it is',
  helps: 'helps',
  'not-clear': 'no clear change',
  harms: 'worse',
}

/** What else could be changed, each by itself under the same requests. */
export function BeyondWeights({
  analysis,
  result,
  levers,
}: {
  analysis: { id: string; hostId: string }
  result: AnalysisResult
  levers: ReturnType<typeof useLevers>
}) {
  const [all, setAll] = useState(false)
  const ranked = (levers.result?.levers?.ranked ?? []).filter(
    ({ kind }) => kind !== 'as-it-is' && kind !== 'weights',
  )
  const { best, rest } = bestOfKinds(ranked)
  const shown = all ? ranked : best
  return (
    <Card aria-labelledby="beyond">
      <CardHeader
        id="beyond"
        title="Beyond weights"
        description={
          ranked.length > 0
            ? `${ranked.length} tried one at a time under the recorded load.`
            : 'Other schedulers, caps, pins, time slices, and a guest that moves away.'
        }
      />
      {shown.length > 0 ? (
        <div className="stacked pt-2">
          <PlainTable caption="What else could be changed">
            <thead className="sr-only">
              <tr>
                <th scope="col">Change</th>
                <th scope="col">Predicted times</th>
                <th scope="col">Effect</th>
                <th scope="col">Next step</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((lever) => (
                <LeverLine
                  key={lever.variantId}
                  lever={lever}
                  levers={levers.result!}
                  analysis={analysis}
                />
              ))}
            </tbody>
          </PlainTable>
        </div>
      ) : null}
      {rest.length > 0 ? (
        <div className="px-4 pt-2 sm:px-6">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all
              ? 'Only the best of each kind'
              : `${formatCounted(rest.length, 'more variant')} of these kinds`}
          </Button>
        </div>
      ) : null}
      <LeversState analysisId={analysis.id} result={result} levers={levers} />
    </Card>
  )
}

function LeverLine({
  lever,
  levers,
  analysis,
}: {
  lever: Lever
  levers: LabResult
  analysis: { id: string; hostId: string }
}) {
  const variant = levers.variants.find(({ id }) => id === lever.variantId)
  // In the unit of the targets, like every other row, also where a guest takes many seconds.
  const times = oneUnitFor(
    lever.domains.map(({ predictedThen, targetMs }) => targetMs ?? predictedThen?.ms),
  )
  return (
    <tr className="border-b border-line align-top last:border-0">
      <RowHead className="[overflow-wrap:anywhere]">
        <span className="flex flex-wrap items-center gap-2" title={variant?.meaning}>
          {variant?.label ?? lever.variantId}
          <StockMark stockXen={variant?.stockXen ?? true} />
        </span>
      </RowHead>
      <Cell className="[overflow-wrap:anywhere]" data-label="Predicted">
        {timesWords(lever, times)}
      </Cell>
      <Cell data-label="Effect">
        <Badge>{effects[lever.effect]}</Badge>
      </Cell>
      <Cell className="text-right">
        <LeverAction lever={lever} analysisId={analysis.id} hostId={analysis.hostId} />
      </Cell>
    </tr>
  )
}

/** The times then, in the order of the host: vm1 240 of 180, vm2 300 ms. */
function timesWords({ kind, domains }: Lever, times: OneUnit): string {
  const missing = kind === 'migration' ? 'leaves' : 'gets no answer'
  const each = domains.map(({ domain, predictedThen, targetMs }) => {
    if (!predictedThen) return `${domain} ${missing}`
    const of = targetMs === null ? '' : ` of ${times.target(targetMs)}`
    return `${domain} ${times.predicted(predictedThen.ms)}${of}`
  })
  return `${formatItems(each)} ${times.unit}`
}
