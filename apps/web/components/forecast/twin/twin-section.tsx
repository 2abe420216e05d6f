'use client'

import { type FilledQuestion, listRuns, startRun } from '@steelyard/contract'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../../lib/use-api.ts'
import { Permitted } from '../../access/permitted.tsx'
import { Button } from '../../ui/button.tsx'
import { CardBody } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { RunList } from '../../ui/run-list.tsx'
import { isSameQuestion, questionOf } from '../question/question.ts'
import { questionSentence } from '../question/question-words.ts'
import { TwinRunView } from './twin-run-view.tsx'

/** Asks the twin the question that the sliders pose, and lists its earlier answers. */
export function TwinSection({
  analysisId,
  wanted,
  now,
  onShow,
}: {
  analysisId: string
  wanted: FilledQuestion
  now: FilledQuestion
  /** Moves the sliders to the question of a run. */
  onShow: (question: FilledQuestion) => void
}) {
  const [shownId, setShownId] = useState<string | null>(null)
  const runs = useApi(
    listRuns,
    { query: { kind: 'what-if', analysisId, limit: 20 } },
    { refetchInterval: (known) => (known?.data.some(isUnderWay) ? 5_000 : false) },
  )
  const start = useApiMutation(startRun, { invalidates: [listRuns] })
  const known = (runs.data?.data ?? []).filter((run) => run.kind === 'what-if')
  const shown = known.find(({ id }) => id === shownId) ?? known[0]
  const underWay = known.some(isUnderWay)

  function confirm() {
    const question = { kind: 'what-if' as const, analysisId, whatIf: questionOf(wanted, now) }
    start.mutate({ body: { question } }, { onSuccess: ({ run }) => setShownId(run.id) })
  }

  return (
    <section aria-labelledby="confirm" className="border-t border-line">
      <CardBody className="space-y-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h3 id="confirm" className="font-semibold">
              Confirm with the twin
            </h3>
            <p className="text-sm text-ink-faint">
              Simulates the host’s own scheduler twice under the same arrivals: as it is and as you
              set it. It takes every lever into account and predicts percentiles too.
            </p>
          </div>
          <Permitted needs="analyses:write">
            <Button look="primary" busy={start.isPending} disabled={underWay} onClick={confirm}>
              <FlaskConical aria-hidden />
              {isSameQuestion(wanted, now) ? 'Simulate it as it is' : 'Confirm with the twin'}
            </Button>
          </Permitted>
        </div>
        <ProblemAlert error={start.error} title="The twin could not be started" />
        <ProblemAlert
          error={runs.error}
          title="Earlier questions to the twin could not be loaded"
          onRetry={() => runs.refetch()}
        />
        {shown ? (
          <TwinRunView
            key={shown.id}
            run={shown}
            now={now}
            isAsked={isSameQuestion(shown.question, wanted)}
            onShow={() => onShow(shown.question)}
            onEnd={() => runs.refetch()}
          />
        ) : null}
        {known.length > 1 ? (
          <RunList
            summary={`All ${known.length} questions to the twin`}
            runs={known}
            shownId={shown?.id}
            onChoose={setShownId}
            words={({ question }) => questionSentence(question, now)}
          />
        ) : null}
      </CardBody>
    </section>
  )
}
