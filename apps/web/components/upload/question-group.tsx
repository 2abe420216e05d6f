'use client'

import type { Source, SourceQuestion } from '@steelyard/contract'
import { formatItems } from '@steelyard/contract/format'
import { useState } from 'react'
import type { QuestionGroup as Group } from '../../lib/uploads/grouped-questions.ts'
import { useSourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SourceQuestionForm } from './source-question-form.tsx'

/** Asks once what several files of a kind ask; they can still be answered one by one. */
export function QuestionGroup({ uploadId, group }: { uploadId: string; group: Group }) {
  const { question, sources } = group
  const [first] = sources
  const [apart, setApart] = useState(false)
  if (!first) return null
  const several = sources.length > 1
  return (
    <div className="space-y-2">
      {apart ? (
        sources.map((source) => {
          const own = source.questions.find(({ id }) => id === question.id)
          return own ? (
            <Asked
              key={source.id}
              uploadId={uploadId}
              source={source}
              question={own}
              alike={false}
            />
          ) : null
        })
      ) : (
        <Asked uploadId={uploadId} source={first} question={question} alike={several}>
          {several
            ? `Used for all ${sources.length} ${first.noun.many}: ${formatItems(sources.map(({ path }) => path))}.`
            : null}
        </Asked>
      )}
      {several ? (
        <Checkbox label="Answer each file on its own" checked={apart} onChange={setApart} />
      ) : null}
    </div>
  )
}

function Asked({
  uploadId,
  source,
  question,
  alike,
  children,
}: {
  uploadId: string
  source: Source
  question: SourceQuestion
  alike: boolean
  children?: string | null
}) {
  const update = useSourceUpdate(uploadId, source.id, alike)
  return (
    <div className="space-y-2">
      <SourceQuestionForm question={question} source={source} update={update}>
        {children ?? source.path}
      </SourceQuestionForm>
      <ProblemAlert error={update.error} />
    </div>
  )
}
