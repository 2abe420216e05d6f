'use client'

import type {
  AnalysisResult,
  FilledQuestion,
  Forecast,
  ForecastEstimator,
  ForecastLever,
} from '@steelyard/contract'
import { ForecastEstimator as ForecastEstimators } from '@steelyard/contract'
import { RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { styleOf } from '../charts/series-style.ts'
import { Button } from '../ui/button.tsx'
import { CardBody } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { AnswerNotes } from './answer-notes.tsx'
import { Answers } from './answers.tsx'
import { DomainLevers } from './domain-levers.tsx'
import { HeadroomSection } from './headroom-section.tsx'
import { HostLevers } from './host-levers.tsx'
import { outlookOf } from './peak-outlook.ts'
import { PlanThese } from './plan-these.tsx'
import { PredictedChange } from './predicted-change.tsx'
import { presetsOf, presetWeights } from './presets.ts'
import {
  type HostLever,
  isSameQuestion,
  questionOf,
  withDomainLever,
  withHostLever,
  withWeights,
} from './question.ts'
import { TwinSection } from './twin-section.tsx'
import { useForecast } from './use-forecast.ts'

const shortLabels: Record<ForecastEstimator, string> = {
  sdps: 'SDPS',
  'delay-aware-calibrated': 'Calibrated',
  'delay-aware': 'Delay-aware',
}
const estimatorChoices = ForecastEstimators.options.map((value) => ({
  value,
  label: shortLabels[value],
}))

const hostLevers: Partial<Record<ForecastLever, HostLever>> = {
  load: 'loadFactor',
  'domain-0-weight': 'domain0Weight',
  tslice: 'tsliceMs',
  ratelimit: 'ratelimitUs',
}

export function WhatIfPanel({
  analysisId,
  hostId,
  result,
  now,
}: {
  analysisId: string
  hostId: string
  result: AnalysisResult
  now: FilledQuestion
}) {
  const [wanted, setWanted] = useState(now)
  const [estimator, setEstimator] = useState<ForecastEstimator>(() => firstShown(result))
  const presets = useMemo(() => presetsOf(result), [result])
  const forecast = useForecast(analysisId, questionOf(wanted, now))
  const answer = forecast.data?.answers.find((each) => each.estimator === estimator)
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
                outlook={<OutlookOf answer={answer} domain={domain.domain} />}
                onChange={(lever, value) =>
                  setWanted(withDomainLever(wanted, domain.domain, lever, value))
                }
              />
            ))}
            <HostLevers
              wanted={wanted}
              now={now}
              unseen={unseenBy(forecast.data, estimator)}
              onChange={(lever, value) => setWanted(withHostLever(wanted, lever, value))}
            />
          </div>
          <section
            aria-label="Predicted response times"
            className="min-w-0 space-y-4 self-start lg:sticky lg:top-6"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold">Predicted response time</h3>
              <Segmented
                label="Answered by"
                options={estimatorChoices}
                value={estimator}
                onChange={setEstimator}
              />
            </div>
            <ProblemAlert error={forecast.error} title="There is no answer to this question" />
            {forecast.data && !forecast.error ? (
              <>
                <Answers estimator={estimator} answer={answer} />
                <p className="text-sm text-ink-faint">
                  Bars: peak predicted by {styleOf(estimator).label}, anchored in the measured one;
                  dark notch: now, red notch: SLA target.
                </p>
                <AnswerNotes forecast={forecast.data} estimator={estimator} />
              </>
            ) : null}
            <PlanThese hostId={hostId} wanted={wanted} now={now} />
          </section>
        </div>
      </CardBody>
      {forecast.data ? <HeadroomSection forecast={forecast.data} /> : null}
      <TwinSection
        analysisId={analysisId}
        wanted={wanted}
        now={now}
        domains={result.domains}
        onShow={setWanted}
      />
    </>
  )
}

function OutlookOf({
  answer,
  domain,
}: {
  answer: Forecast['answers'][number] | undefined
  domain: string
}) {
  const found = answer?.domains.find((each) => each.domain === domain)
  if (!found) return null
  return <PredictedChange outlook={outlookOf(found)} valid={found.valid} />
}

/** The estimator that the verdict rests on, where it answers here. */
function firstShown({ ranking }: AnalysisResult): ForecastEstimator {
  return ForecastEstimators.safeParse(ranking?.used).data ?? 'sdps'
}

function unseenBy(
  forecast: Forecast | undefined,
  estimator: ForecastEstimator,
): ReadonlyMap<HostLever, string> {
  const unseen = forecast?.notSeen.filter((each) => each.estimators.includes(estimator)) ?? []
  return new Map(
    unseen.flatMap(({ lever, estimators }) => {
      const slider = hostLevers[lever]
      const byNone = estimators.length === ForecastEstimators.options.length
      const words = byNone
        ? 'Only the twin sees it.'
        : `${styleOf(estimator).label} does not see it.`
      return slider ? [[slider, words] as const] : []
    }),
  )
}
