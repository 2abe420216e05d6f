'use client'

import type { Source, SourceQuestion } from '@steelyard/contract'
import { CircleHelp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { SourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Button } from '../ui/button.tsx'
import { answerOf, settingsFor } from './answer-question.ts'
import { CandidateChoice } from './candidate-choice.tsx'
import { NumberSetting } from './number-setting.tsx'
import { QuestionSamples } from './question-samples.tsx'
import { StartTimeInput } from './start-time-input.tsx'
import { TimeZoneInput } from './time-zone-input.tsx'

/** The questions that a number answers, each with its setting. */
const NUMBERS = { interval: 'intervalSeconds', 'cpu-hz': 'tscHz', 'v-cpus': 'vCpus' } as const

/**
 * A question that the files cannot answer; the user chooses a candidate or types another value. The
 * most probable candidate is chosen already, and counts once the button is pressed.
 */
export function SourceQuestionForm({
  question,
  source,
  update,
  children,
}: {
  question: SourceQuestion
  source: Source
  update: SourceUpdate
  /** The files that the answer is for. */
  children?: ReactNode
}) {
  const [picked, setPicked] = useState<string | null>(null)
  const value = picked ?? answerOf(question.id, source.settings) ?? question.suggested ?? null
  const settings = value === null ? null : settingsFor(question.id, value)
  return (
    <fieldset
      disabled={update.busy}
      className="min-w-0 rounded-lg border border-warn/50 bg-warn-soft p-4"
    >
      <legend className="sr-only">{question.text}</legend>
      <p aria-hidden className="mb-3 flex gap-2 font-medium">
        <CircleHelp className="mt-0.5 size-5 shrink-0 text-warn" />
        {question.text}
      </p>
      <div className="space-y-3 sm:pl-7">
        {children ? (
          <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{children}</p>
        ) : null}
        {question.id === 'duration-unit' ? <QuestionSamples source={source} /> : null}
        {question.candidates.length > 0 ? (
          <>
            <CandidateChoice
              name={`${source.id}-${question.id}`}
              question={question}
              value={value}
              onChoose={setPicked}
            />
            <Button
              look="primary"
              disabled={!settings}
              busy={update.busy}
              onClick={() => settings && update.save({ settings })}
            >
              Use this answer
            </Button>
          </>
        ) : null}
        {question.id === 'start-time' ? <StartTimeInput source={source} update={update} /> : null}
        {question.id in NUMBERS ? (
          <NumberSetting
            name={NUMBERS[question.id as keyof typeof NUMBERS]}
            source={source}
            update={update}
          />
        ) : null}
        {question.id === 'time-zone' ? <TimeZoneInput source={source} update={update} /> : null}
      </div>
    </fieldset>
  )
}
