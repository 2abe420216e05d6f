'use client'

import type { Source, Upload } from '@steelyard/contract'
import { useSourceUpdate } from '../../lib/use-source-update.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Switch } from '../ui/switch.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { SourceQuestionForm } from './source-question-form.tsx'
import { SourceSamples } from './source-samples.tsx'
import { SourceSettingsForm } from './source-settings-form.tsx'
import { SourceStatus } from './source-status.tsx'

/** One recognised stream: what it is first, questions next, sample lines and settings after that. */
export function SourceCard({ upload, source }: { upload: Upload; source: Source }) {
  const update = useSourceUpdate(upload.id, source.id)
  const open = upload.openQuestions.filter(({ sourceId }) => sourceId === source.id)
  const questions = source.questions.filter(({ id }) => id !== 'domain')
  const isOpen = (questionId: string) => open.some((each) => each.questionId === questionId)

  return (
    <Card>
      <CardBody className="space-y-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <h3 className="font-semibold [overflow-wrap:anywhere]">{source.path}</h3>
            <p className="text-sm text-ink-soft">{source.title}</p>
          </div>
          <SourceStatus source={source} open={questions.some(({ id }) => isOpen(id))} />
        </div>
        <TroubleAlert trouble={source.trouble} />
        {questions.map((question) => (
          <SourceQuestionForm
            key={question.id}
            question={question}
            source={source}
            open={isOpen(question.id)}
            update={update}
          />
        ))}
        {source.warnings.map((warning) => (
          <Alert key={warning} tone="warn">
            <p>{warning}</p>
          </Alert>
        ))}
        <ProblemAlert error={update.error} />
        <div className="space-y-3 border-t border-line pt-4">
          {source.samples.length > 0 ? (
            <Disclosure
              summary="Sample lines as understood"
              initiallyOpen={questions.length > 0 || source.warnings.length > 0}
            >
              <SourceSamples source={source} />
            </Disclosure>
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
      </CardBody>
    </Card>
  )
}
