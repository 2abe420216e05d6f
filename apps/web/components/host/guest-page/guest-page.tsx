'use client'

import type { DomainResult, EvidenceGrade } from '@steelyard/contract'
import {
  formatCount,
  formatMs,
  formatPercent,
  formatRate,
  formatTargetMs,
  UNKNOWN,
} from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { recordedRange } from '../../../lib/time-range.ts'
import { useNow } from '../../../lib/use-now.ts'
import { verdictWords } from '../../../lib/verdict-words.ts'
import { useWatch } from '../../../lib/watch/use-watch.ts'
import { BreakdownCard } from '../../analysis/load/breakdown-card.tsx'
import { OverTimeCard } from '../../history/over-time-card.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TimeRangePicker } from '../../ui/time-range-picker.tsx'
import { VerdictMark } from '../../ui/verdict-mark.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { ComparisonCard } from '../now/comparison-card.tsx'

const LiveCard = dynamic(() => import('../now/live/live-card.tsx').then((it) => it.LiveCard))

/** One guest: how it does, where its time goes, and how that came about over the recordings. */
export function GuestPage({ name }: { name: string }) {
  const { host } = useHostFrame()
  const { watch } = useWatch(host.id, { pollMs: 30_000 })
  const range = recordedRange(useSearchParams(), useNow(60_000))
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">{name}</h2>
        <TimeRangePicker range={range} />
      </div>
      {watch ? <LiveCard watch={watch} of={name} /> : null}
      <WithResult>
        {(analysis, result) => {
          const guest = result.domains.find(({ domain }) => domain === name)
          if (!guest) {
            return (
              <Card>
                <CardBody>This recording has nothing of {name}. Choose another one above.</CardBody>
              </Card>
            )
          }
          return (
            <>
              <Facts guest={guest} grade={result.evidence.grade} />
              <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <ComparisonCard analysisId={analysis.id} result={result} of={name} />
                <BreakdownCard result={result} of={name} />
              </div>
            </>
          )
        }}
      </WithResult>
      <OverTimeCard hostId={host.id} range={range} of={name} />
    </div>
  )
}

function Facts({ guest, grade }: { guest: DomainResult; grade: EvidenceGrade }) {
  const verdict = measuredVerdict(guest.meetsTarget, grade)
  const targetMs = guest.target?.responseTimeMs ?? null
  const facts: readonly [string, string][] = [
    ['Measured', formatMs(guest.observedMs)],
    ['Target', targetMs === null ? 'none' : formatTargetMs(targetMs)],
    ['Weight', formatCount(guest.weight)],
    ['Requests', formatRate(guest.arrivalRatePerSecond)],
    ['CPU per request', formatMs(guest.serviceTimeMs)],
    ['Wait per request', formatMs(guest.runnableWaitPerRequestMs)],
    ['Use of a pCPU', guest.utilisation === null ? UNKNOWN : formatPercent(guest.utilisation)],
  ]
  return (
    <Card aria-label="In figures">
      <dl className="flex flex-wrap gap-x-8 gap-y-3 px-4 py-4 sm:px-6">
        {verdict ? (
          <div>
            <dt className="text-sm text-ink-faint">Verdict</dt>
            <dd className="flex items-center gap-1.5 font-semibold">
              <VerdictMark verdict={verdict} beside /> {verdictWords[verdict]}
            </dd>
          </div>
        ) : null}
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-faint">{label}</dt>
            <dd className="font-semibold tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
