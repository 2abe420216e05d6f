import {
  type Forecast,
  type ForecastEstimator,
  ForecastEstimator as ForecastEstimators,
} from '@steelyard/contract'
import type { ReactNode } from 'react'
import { styleOf } from '../charts/series-style.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { AnswerNotes } from './answer-notes.tsx'
import { Answers } from './answers.tsx'

const shortLabels: Record<ForecastEstimator, string> = {
  sdps: 'SDPS',
  'delay-aware-calibrated': 'Calibrated',
  'delay-aware': 'Delay-aware',
}
const choices = ForecastEstimators.options.map((value) => ({ value, label: shortLabels[value] }))

/** What a formula of the user's choice answers at once; stays in sight beside many sliders. */
export function AnswersPanel({
  forecast,
  error,
  estimator,
  onChoose,
  children,
}: {
  forecast: Forecast | undefined
  error: unknown
  estimator: ForecastEstimator
  onChoose: (estimator: ForecastEstimator) => void
  /** What can be done with the answer. */
  children: ReactNode
}) {
  return (
    <section
      aria-label="Predicted response times"
      className="min-w-0 space-y-4 self-start lg:sticky lg:top-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Predicted response time</h3>
        <Segmented label="Answered by" options={choices} value={estimator} onChange={onChoose} />
      </div>
      <ProblemAlert error={error} title="There is no answer to this question" />
      {forecast && !error ? (
        <>
          <Answers
            estimator={estimator}
            answer={forecast.answers.find((each) => each.estimator === estimator)}
          />
          <p className="text-sm text-ink-faint">
            Bars: peak predicted by {styleOf(estimator).label}, anchored in the measured one; dark
            notch: now, red notch: SLA target.
          </p>
          <AnswerNotes forecast={forecast} estimator={estimator} />
        </>
      ) : null}
      {children}
    </section>
  )
}
