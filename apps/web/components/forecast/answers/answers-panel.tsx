import type { Forecast } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import type { ReactNode } from 'react'
import { groupBy } from '../../../lib/group-by.ts'
import { ErratumLinks } from '../../analysis/trust/errata.tsx'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Answers } from './answers.tsx'

/**
 * Shows at once what the predictor of the analysis says, marked as provisional until a simulation has
 * confirmed it, and stays visible next to many sliders.
 */
export function AnswersPanel({
  forecast,
  error,
  children,
}: {
  forecast: Forecast | undefined
  error: unknown
  /** The actions that can follow from the answer. */
  children: ReactNode
}) {
  return (
    <section
      aria-label="Predicted response times"
      className="min-w-0 space-y-4 self-start lg:sticky lg:top-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Predicted response time</h3>
        {forecast?.state === 'provisional' ? <Badge tone="warn">Provisional</Badge> : null}
      </div>
      <ProblemAlert error={error} title="There is no answer to this question" />
      {forecast && !error ? (
        <>
          <p className="text-sm">{forecast.statement}</p>
          <Answers forecast={forecast} />
          <p className="text-sm text-ink-faint">
            Bars: predicted response time with its 90 % interval; dark notch: predicted now; red
            notch: SLA target.
          </p>
          <AnswerNotes forecast={forecast} />
        </>
      ) : null}
      {children}
    </section>
  )
}

/**
 * Lists what the shown answer leaves out of account, and where its estimator declares it invalid.
 */
function AnswerNotes({ forecast }: { forecast: Forecast }) {
  const { styleOf } = useSeriesStyles()
  const isProvisional = forecast.state === 'provisional'
  const unseen = forecast.notSeen.filter(({ asked }) => asked && isProvisional)
  const doubts = groupBy(
    forecast.domains.flatMap(({ domain, reasons }) => reasons.map((text) => ({ domain, text }))),
    ({ text }) => text,
  )
  return (
    <>
      {unseen.length > 0 ? (
        <Alert
          tone="warn"
          title={`Until ${styleOf(forecast.predictor).label} has answered, not all changes count`}
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
