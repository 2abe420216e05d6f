'use client'

import type { Analysis, AnalysisResult, Forecast } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { BeyondWeights } from './beyond-weights.tsx'
import { OptionsLead } from './options-lead.tsx'
import { OptionsTable } from './options-table.tsx'
import { isSameQuestion, questionOf } from './question/question.ts'
import { useAnswer } from './use-answer.ts'
import { useLevers } from './use-levers.ts'
import { useQuestion } from './use-question.ts'

const AnswerState = dynamic(() => import('./answer-state.tsx').then((it) => it.AnswerState))
const OtherLevers = dynamic(() => import('./other-levers.tsx').then((it) => it.OtherLevers))

/** The options of the analysis and of the sliders as rows, and what could be done besides. */
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
  const asked = isMoved && !answer.error && answer.data ? answer.data : asItIs
  return (
    <div className="space-y-5">
      <OptionsLead result={result} asItIs={asItIs} />
      <OptionsTable
        analysis={analysis}
        result={result}
        asItIs={asItIs}
        asked={asked}
        wanted={wanted}
        onChange={setWanted}
      />
      <ProblemAlert error={answer.error} title="There is no answer to this question" />
      {isMoved && asked !== asItIs ? <AnswerState answer={answer} forecast={asked} /> : null}
      <OtherLevers
        analysisId={analysis.id}
        pCpus={asItIs.pCpus}
        wanted={wanted}
        now={now}
        onChange={setWanted}
      />
      <BeyondWeights analysis={analysis} result={result} levers={levers} />
    </div>
  )
}
