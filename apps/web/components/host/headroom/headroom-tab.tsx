'use client'

import type { AnalysisResult, Forecast } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { useQueryParams } from '../../../lib/use-query-params.ts'
import { ChartSpace } from '../../charts/chart-space.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { WithResult } from '../frame/with-result.tsx'
import { SimulationState } from '../options/answer-state.tsx'
import { NoForecast } from '../options/no-forecast.tsx'
import { asAnalysed } from '../options/question/question.ts'
import { useForecast } from '../options/use-forecast.ts'
import { useSimulation } from '../options/use-simulation.ts'
import { HeadroomTable } from './headroom-table.tsx'
import { isAsPredicted, type RecordedPhase, recordedPhases } from './recorded-phases.ts'

const HeadroomChart = dynamic(() => import('./headroom-chart.tsx').then((it) => it.HeadroomChart), {
  ssr: false,
})

/** How much more load the host can bear. */
export function HeadroomTab() {
  return (
    <WithResult>
      {({ id }, result) => <HeadroomOf key={id} analysisId={id} result={result} />}
    </WithResult>
  )
}

function HeadroomOf({ analysisId, result }: { analysisId: string; result: AnalysisResult }) {
  const { data, error, refetch } = useForecast(analysisId, asAnalysed)
  const isProvisional = data?.headroomState === 'provisional'
  const simulation = useSimulation({ kind: 'headroom', analysisId }, isProvisional)
  if (data) {
    return <Headroom forecast={data} result={result} state={<SimulationState {...simulation} />} />
  }
  if (error) return <NoForecast error={error} onRetry={() => void refetch()} />
  return <SkeletonLines lines={6} label="Loading the headroom" />
}

export function Headroom({
  forecast,
  result,
  state = null,
}: {
  forecast: Forecast
  result: AnalysisResult
  /** How far the simulation is that will take the place of a provisional answer. */
  state?: ReactNode
}) {
  const { host } = useHostFrame()
  const [params, change] = useQueryParams()
  const drawn = forecast.headroom.filter(({ points }) => points.length > 0)
  // The API lists the domain that breaks first before the others.
  const shown = drawn.find(({ domain }) => domain === params.get('domain')) ?? drawn[0]
  if (!shown) return <p className="text-ink-soft">{forecast.headroomStatement}</p>
  const analysed = result.domains.find(({ domain }) => domain === shown.domain)
  const phases = recordedPhases(result, shown.domain)
  // Until the simulation has answered, a formula may be far off at other loads: it draws no line.
  const isProvisional = forecast.headroomState === 'provisional'
  return (
    <Card aria-labelledby="headroom">
      <CardHeader
        id="headroom"
        title={forecast.headroomStatement}
        description={`Times are the ${formatStatistic(result.targetStatistic, result.targetWindowSeconds)}. The load of all guests grows together; weights and everything else stay as analysed.`}
        action={
          <Select
            aria-label="Guest of the chart"
            className="h-9 w-36"
            value={shown.domain}
            onChange={(event) => change({ domain: event.target.value })}
          >
            {inHostOrder(drawn, host).map(({ domain }) => (
              <option key={domain}>{domain}</option>
            ))}
          </Select>
        }
      />
      <CardBody className="space-y-4">
        <p className="text-sm">
          {isProvisional ? (
            <strong className="font-medium">Provisional, by a formula: </strong>
          ) : null}
          <span className="font-medium">{shown.domain}</span> {shown.statement}
        </p>
        <ChartSpace height={340}>
          <HeadroomChart
            headroom={isProvisional ? { ...shown, points: [] } : shown}
            analysedRate={analysed?.arrivalRatePerSecond ?? 0}
            targetMs={analysed?.target?.responseTimeMs ?? null}
            recorded={phases}
          />
        </ChartSpace>
        <p className="text-sm text-ink-faint">{legendWords(phases, isProvisional)}</p>
        {state}
        <Disclosure summary="As a table">
          <HeadroomTable headroom={inHostOrder(drawn, host)} />
        </Disclosure>
      </CardBody>
    </Card>
  )
}

/** What the chart draws, and how well the phases came out as predicted. */
function legendWords(phases: readonly RecordedPhase[], isProvisional: boolean): string {
  const judged = phases.filter(({ predicted }) => predicted)
  const inside = judged.filter(isAsPredicted).length
  return [
    phases.length > 0 ? 'Dots: what each phase of the recording measured.' : '',
    judged.length > 0
      ? `Circles with bars: what is predicted for that very phase, with its 90 % interval; ${inside} of ${judged.length} phases lie within.`
      : '',
    isProvisional
      ? 'The line for other loads comes with the simulation.'
      : 'Line: the load of all guests scaled together, with its 90 % interval. It ends where the queue would grow without bound. In a phase the others may have had another load, so it need not lie on the line.',
    'Dashed: the target.',
  ]
    .filter(Boolean)
    .join(' ')
}
