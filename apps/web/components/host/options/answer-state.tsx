import type { Forecast } from '@steelyard/contract'
import { addressOf } from '../../../lib/operations.ts'
import { JobProgress } from '../../ui/job-progress.tsx'
import { PerfettoLink } from '../../ui/perfetto-link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import type { useAnswer } from './use-answer.ts'
import type { useSimulation } from './use-simulation.ts'

/** What the answer to the sliders says, and what is being done to make it final. */
export function AnswerState({
  answer,
  forecast,
}: {
  answer: ReturnType<typeof useAnswer>
  forecast: Forecast
}) {
  const unseen = forecast.notSeen.filter(({ asked }) => asked)
  return (
    <div className="space-y-2">
      <p className="text-sm" aria-live="polite">
        {forecast.state === 'provisional' ? (
          <strong className="font-medium">Provisional, by a formula: </strong>
        ) : null}
        {forecast.statement}
      </p>
      {forecast.state === 'provisional'
        ? unseen.map(({ lever, text }) => (
            <p key={lever} className="text-sm text-ink-soft">
              {text}
            </p>
          ))
        : null}
      <SimulationState {...answer} />
      {forecast.playedBy ? (
        <PerfettoLink href={addressOf('/runs/:id/perfetto', { id: forecast.playedBy })} />
      ) : null}
    </div>
  )
}

/** How far the simulation of a question is, or why there is none. */
export function SimulationState({
  job,
  simulationError,
}: Pick<ReturnType<typeof useSimulation>, 'job' | 'simulationError'>) {
  return (
    <>
      {job && job.finishedAt === null ? <JobProgress job={job} /> : null}
      {job?.state === 'failed' ? (
        <p className="text-sm text-ink-soft">
          The simulation could not answer: {job.error?.message}
        </p>
      ) : null}
      <ProblemAlert error={simulationError} title="The simulation could not be started" />
    </>
  )
}
