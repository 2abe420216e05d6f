'use client'

import type { AnalysisResult, FilledQuestion, Forecast } from '@steelyard/contract'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useEstimators } from '../../lib/use-estimators.ts'
import { Button } from '../ui/button.tsx'
import { CardBody } from '../ui/card.tsx'
import { AnswersPanel } from './answers/answers-panel.tsx'
import { PredictedChange } from './answers/predicted-change.tsx'
import { PlanThese } from './plan-these.tsx'
import { DomainLevers } from './question/domain-levers.tsx'
import { HostLevers } from './question/host-levers.tsx'
import { OverheadSource } from './question/overhead-source.tsx'
import { presetsOf, presetWeights } from './question/presets.ts'
import {
  isSameQuestion,
  questionOf,
  withDomainLever,
  withHostLever,
  withWeights,
} from './question/question.ts'
import { unseenBy } from './question/unseen-levers.ts'
import { TwinSection } from './twin/twin-section.tsx'
import { useForecast } from './use-forecast.ts'

/** Shows the levers, the answers of the estimators and the twin, and the remaining headroom. */
export function WhatIfPanel({
  analysisId,
  hostId,
  result,
  now,
  pCpus,
}: {
  analysisId: string
  hostId: string
  result: AnalysisResult
  now: FilledQuestion
  pCpus: number
}) {
  const estimators = useEstimators()
  const [wanted, setWanted] = useState(now)
  const presets = useMemo(() => presetsOf(result), [result])
  const forecast = useForecast(analysisId, questionOf(wanted, now))
  const unmoved = isSameQuestion(wanted, now)
  return (
    <>
      <CardBody className="space-y-5">
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Try weights</legend>
          {presets.map(({ label, weights }) => (
            <Button
              key={label}
              size="small"
              onClick={() => setWanted(withWeights(wanted, weights))}
            >
              {label}
            </Button>
          ))}
          <Button size="small" look="quiet" disabled={unmoved} onClick={() => setWanted(now)}>
            <RotateCcw aria-hidden /> As analysed
          </Button>
        </fieldset>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="space-y-5">
            {wanted.domains.map((domain, index) => (
              <DomainLevers
                key={domain.domain}
                wanted={domain}
                now={now.domains[index] ?? domain}
                exactWeights={presetWeights(presets, domain.domain)}
                outlook={<OutlookOf forecast={forecast.data} domain={domain.domain} />}
                onChange={(lever, value) =>
                  setWanted(withDomainLever(wanted, domain.domain, lever, value))
                }
              />
            ))}
            <HostLevers
              wanted={wanted}
              now={now}
              unseen={unseenBy(forecast.data, result.predictor.quick, estimators)}
              onChange={(lever, value) => setWanted(withHostLever(wanted, lever, value))}
            />
            <OverheadSource
              analysisId={analysisId}
              pCpus={pCpus}
              onUse={(percent) => setWanted(withHostLever(wanted, 'overheadPercent', percent))}
            />
          </div>
          <AnswersPanel forecast={forecast.data} error={forecast.error}>
            <PlanThese hostId={hostId} wanted={wanted} now={now} />
          </AnswersPanel>
        </div>
      </CardBody>
      <TwinSection analysisId={analysisId} wanted={wanted} now={now} onShow={setWanted} />
    </>
  )
}

function OutlookOf({ forecast, domain }: { forecast: Forecast | undefined; domain: string }) {
  const found = forecast?.domains.find((each) => each.domain === domain)
  if (!found) return null
  return <PredictedChange now={found.now} then={found.then} />
}
