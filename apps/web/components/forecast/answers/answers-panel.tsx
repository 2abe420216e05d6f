import type { Forecast } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import type { ReactNode } from 'react'
import { groupBy } from '../../../lib/group-by.ts'
import { isFormula, useEstimators } from '../../../lib/use-estimators.ts'
import { ErratumLinks } from '../../analysis/trust/errata.tsx'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Alert } from '../../ui/alert.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Answers } from './answers.tsx'

/**
 * Shows at once what an estimator of the user's choice predicts, and stays visible next to many
 * sliders.
 */
export function AnswersPanel({
  forecast,
  error,
  estimator,
  onChoose,
  children,
}: {
  forecast: Forecast | undefined
  error: unknown
  estimator: string
  onChoose: (estimator: string) => void
  /** The actions that can follow from the answer. */
  children: ReactNode
}) {
  const { styleOf } = useSeriesStyles()
  const choices = useEstimators()
    .filter(isFormula)
    .map(({ id, label }) => ({ value: id, label }))
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
            Bars: peak predicted by {styleOf(estimator).label}, anchored to the measured one; dark
            notch: now; red notch: SLA target.
          </p>
          <AnswerNotes forecast={forecast} estimator={estimator} />
        </>
      ) : null}
      {children}
    </section>
  )
}

/**
 * Lists what the shown answer leaves out of account, and where its estimator declares it invalid.
 */
function AnswerNotes({ forecast, estimator }: { forecast: Forecast; estimator: string }) {
  const { styleOf } = useSeriesStyles()
  const answer = forecast.answers.find((each) => each.estimator === estimator)
  const unseen = forecast.notSeen.filter(
    (each) => each.asked && each.estimators.includes(estimator),
  )
  const doubts = groupBy(
    (answer?.domains ?? []).flatMap(({ domain, reasons }) =>
      reasons.map((text) => ({ domain, text })),
    ),
    ({ text }) => text,
  )
  return (
    <>
      {unseen.length > 0 ? (
        <Alert
          tone="warn"
          title={`${styleOf(estimator).label} does not take all your changes into account`}
        >
          {unseen.map(({ lever, text }) => (
            <p key={lever}>{text}</p>
          ))}
        </Alert>
      ) : null}
      {doubts.size > 0 ? (
        <ul className="space-y-1 text-sm text-ink-soft">
          {[...doubts].map(([text, same]) => (
            <li key={text}>
              <span className="font-medium text-ink">
                {formatItems(same.map(({ domain }) => domain))}:
              </span>{' '}
              <ErratumLinks text={text} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
