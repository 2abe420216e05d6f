'use client'

import type { Source } from '@steelyard/contract'
import { useSourceUpdate } from '../../lib/use-source-update.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Switch } from '../ui/switch.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { SourceQuestionForm } from './source-question-form.tsx'
import { SourceSamples } from './source-samples.tsx'
import { SourceSettingsForm } from './source-settings-form.tsx'

/** Why it was refused, what is asked, how its lines were understood, and what can be changed. */
export function SourceDetail({
  uploadId,
  source,
  openQuestions,
}: {
  uploadId: string
  source: Source
  openQuestions: string[]
}) {
  const update = useSourceUpdate(uploadId, source.id)
  return (
    <div className="space-y-4">
      <TroubleAlert trouble={source.trouble} />
      {source.questions
        .filter(({ id }) => id !== 'domain')
        .map((question) => (
          <SourceQuestionForm
            key={question.id}
            question={question}
            source={source}
            open={openQuestions.includes(question.id)}
            update={update}
          />
        ))}
      <ProblemAlert error={update.error} />
      {source.samples.length > 0 ? (
        <div>
          <h4 className="mb-2 text-sm font-medium">Sample lines as understood</h4>
          <SourceSamples source={source} />
        </div>
      ) : null}
      <Disclosure summary="Change how it is read" initiallyOpen={source.kind === 'unknown'}>
        <SourceSettingsForm source={source} update={update} />
      </Disclosure>
      {source.kind === 'unknown' ? null : (
        <Switch
          label="Use this source"
          checked={source.included}
          disabled={update.busy}
          onChange={(included) => update.save({ included })}
        />
      )}
    </div>
  )
}
