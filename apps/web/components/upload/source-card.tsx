'use client'

import type { Source, Upload } from '@steelyard/contract'
import { useSourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Card } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { SourceQuestionForm } from './source-question-form.tsx'
import { SourceSamples } from './source-samples.tsx'
import { SourceSettingsForm } from './source-settings-form.tsx'
import { SourceStatus } from './source-status.tsx'
import { WarningList } from './warning-list.tsx'

/** One recognised stream: collapsed where everything is clear, open where the user has to look. */
export function SourceCard({ upload, source }: { upload: Upload; source: Source }) {
  const update = useSourceUpdate(upload.id, source.id)
  const openQuestions = upload.openQuestions
    .filter(({ sourceId, questionId }) => sourceId === source.id && questionId !== 'domain')
    .map(({ questionId }) => questionId)
  const questions = source.questions.filter(({ id }) => id !== 'domain')
  const asked = source.included ? questions : []
  const isUnknown = source.kind === 'unknown'
  // Trouble that refuses the whole upload is already shown above.
  const trouble = source.trouble?.message === upload.trouble?.message ? null : source.trouble

  return (
    <Card className="space-y-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-semibold [overflow-wrap:anywhere]">{source.path}</h3>
          {isUnknown ? null : (
            <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{source.title}</p>
          )}
        </div>
        <SourceStatus source={source} open={openQuestions.length > 0} />
      </div>
      <TroubleAlert trouble={trouble} />
      {asked.map((question) => (
        <SourceQuestionForm
          key={question.id}
          question={question}
          source={source}
          open={openQuestions.includes(question.id)}
          update={update}
        />
      ))}
      <WarningList warnings={source.warnings} />
      <ProblemAlert error={update.error} />
      {/* The disclosures sit side by side while closed and take the whole width when open. */}
      <div className="flex flex-wrap gap-x-6 gap-y-2 *:min-w-0 *:open:basis-full">
        {source.samples.length > 0 ? (
          <Disclosure summary="Sample lines as understood" initiallyOpen={asked.length > 0}>
            <SourceSamples source={source} />
          </Disclosure>
        ) : null}
        <Disclosure summary="Change how it is read" initiallyOpen={isUnknown}>
          <SourceSettingsForm source={source} update={update} />
        </Disclosure>
      </div>
    </Card>
  )
}
