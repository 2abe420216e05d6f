'use client'

import type { Source, Upload } from '@steelyard/contract'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { Card } from '../ui/card.tsx'
import { SourceDetail } from './source-detail.tsx'
import { SourceStatus } from './source-status.tsx'
import { SourceWarnings } from './source-warnings.tsx'

/** One recognised stream on one line; opened where a person has to look. */
export function SourceCard({ upload, source }: { upload: Upload; source: Source }) {
  const openQuestions = upload.openQuestions
    .filter(({ sourceId, questionId }) => sourceId === source.id && questionId !== 'domain')
    .map(({ questionId }) => questionId)
  const needsLook = openQuestions.length > 0 || source.trouble !== null
  const [open, setOpen] = useState(needsLook)
  const detailId = useId()
  return (
    <Card>
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={detailId}
          onClick={() => setOpen(!open)}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-xl px-4 py-3 text-left hover:bg-sunken sm:px-5"
        >
          <ChevronRight
            className={cx(
              'size-4 shrink-0 text-ink-faint transition-transform',
              open && 'rotate-90',
            )}
            aria-hidden
          />
          <span className="min-w-0 flex-1 basis-48">
            <span className="block font-semibold [overflow-wrap:anywhere]">{source.path}</span>
            <span className="block text-sm text-ink-soft [overflow-wrap:anywhere]">
              {source.title}
            </span>
          </span>
          <SourceStatus source={source} open={openQuestions.length > 0} />
        </button>
      </h3>
      <SourceWarnings warnings={source.warnings} />
      <div id={detailId} hidden={!open} className="border-t border-line p-4 sm:p-5">
        {open ? (
          <SourceDetail uploadId={upload.id} source={source} openQuestions={openQuestions} />
        ) : null}
      </div>
    </Card>
  )
}
