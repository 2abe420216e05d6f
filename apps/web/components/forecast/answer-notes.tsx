import type { Forecast, ForecastEstimator } from '@steelyard/contract'
import { groupBy } from '../../lib/group-by.ts'
import { ErratumLinks } from '../analysis/errata.tsx'
import { styleOf } from '../charts/series-style.ts'
import { Alert } from '../ui/alert.tsx'

/** What the shown answer leaves out of account, and where its estimator does not stand by it. */
export function AnswerNotes({
  forecast,
  estimator,
}: {
  forecast: Forecast
  estimator: ForecastEstimator
}) {
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
        <Alert tone="warn" title={`${styleOf(estimator).label} does not see all that you moved`}>
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
                {same.map(({ domain }) => domain).join(', ')}:
              </span>{' '}
              <ErratumLinks text={text} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
