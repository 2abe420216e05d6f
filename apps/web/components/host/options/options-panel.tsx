'use client'

import type { Analysis, AnalysisResult, Forecast } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { AnswerState } from './answer-state.tsx'
import { LeversState } from './levers-state.tsx'
import { OptionsTable } from './options-table.tsx'
import { PlanThese } from './plan-these.tsx'
import { isSameQuestion, questionOf } from './question/question.ts'
import { SlidersCard } from './sliders-card.tsx'
import { useAnswer } from './use-answer.ts'
import { useLevers } from './use-levers.ts'
import { useQuestion } from './use-question.ts'

/** The sliders, and one table of what comes of them and of every other lever. */
export function OptionsPanel({
  analysis,
  result,
  asItIs,
}: {
  analysis: Analysis
  result: AnalysisResult
  asItIs: Forecast
}) {
  const now = asItIs.question
  const [wanted, setWanted] = useQuestion(now)
  const answer = useAnswer(analysis.id, questionOf(wanted, now))
  const levers = useLevers(analysis.id)
  const isMoved = !isSameQuestion(wanted, now)
  return (
    <div className="space-y-5">
      <SlidersCard
        analysis={analysis}
        result={result}
        pCpus={asItIs.pCpus}
        wanted={wanted}
        now={now}
        onChange={setWanted}
      />
      <Card aria-labelledby="options">
        <CardHeader
          id="options"
          title="What each option would do"
          description={levers.result?.levers?.statement}
          action={<PlanThese hostId={analysis.hostId} wanted={wanted} now={now} />}
        />
        <CardBody className="space-y-3 pb-2 empty:py-1 sm:pb-2">
          <ProblemAlert error={answer.error} title="There is no answer to this question" />
          {isMoved && answer.data && !answer.error ? (
            <AnswerState answer={answer} forecast={answer.data} />
          ) : null}
        </CardBody>
        <OptionsTable
          analysis={analysis}
          result={result}
          asItIs={asItIs}
          asked={isMoved && !answer.error ? answer.data : undefined}
          levers={levers.result}
        />
        <LeversState analysisId={analysis.id} result={result} levers={levers} />
      </Card>
    </div>
  )
}
