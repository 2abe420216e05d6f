'use client'

import type { Source, Upload } from '@steelyard/contract'
import { useEffect, useRef } from 'react'
import { isLogOfUnknownFormat } from '../../lib/uploads/refused-sources.ts'
import { useSourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { LogFormatInput } from './log-format-input.tsx'
import { PerfettoExport } from './perfetto-export.tsx'
import { RemoveFile } from './remove-file.tsx'
import { SetAside } from './set-aside.tsx'
import { SourceReading } from './source-reading.tsx'
import { SourceSamples } from './source-samples.tsx'
import { SourceSettingsForm } from './source-settings-form.tsx'
import { SourceStatus } from './source-status.tsx'
import { WarningList } from './warning-list.tsx'

/** One recognised stream, folded; a refused one says why and can be removed here. */
export function SourceCard({
  upload,
  source,
  isAimedAt = false,
}: {
  upload: Upload
  source: Source
  /** Whether the page was opened to correct this one. */
  isAimedAt?: boolean
}) {
  const update = useSourceUpdate(upload.id, source.id)
  const open = upload.openQuestions.some(({ sourceId }) => sourceId === source.id)
  // Trouble that refuses the whole upload is already shown above.
  const trouble = source.trouble?.message === upload.trouble?.message ? null : source.trouble
  const asksFormat = isLogOfUnknownFormat(source)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAimedAt) card.current?.scrollIntoView({ block: 'center' })
  }, [isAimedAt])
  const isChangeable = source.kind !== 'unknown' || source.adjustable.length > 0

  return (
    <div ref={card} className="space-y-3 px-4 py-3 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-56">
          <h3 className="font-medium [overflow-wrap:anywhere]">{source.path}</h3>
          {source.kind === 'unknown' ? null : (
            <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">{source.title}</p>
          )}
        </div>
        <div className="flex items-center gap-2">
          <SourceStatus source={source} open={open} />
          <RemoveFile upload={upload} source={source} />
        </div>
      </div>
      <TroubleAlert trouble={trouble} tone={asksFormat ? 'warn' : 'danger'} />
      <WarningList warnings={source.warnings} />
      <ProblemAlert error={update.error} />
      {asksFormat ? <LogFormatInput source={source} update={update} /> : null}
      <SourceReading source={source} update={update} />
      <SetAside source={source} update={update} />
      {/* The disclosures sit side by side while closed and take the whole width when open. */}
      <div className="flex flex-wrap gap-x-6 gap-y-2 *:min-w-0 *:open:basis-full">
        {source.samples.length > 0 ? (
          <Disclosure
            summary={asksFormat ? 'Sample lines' : 'Sample lines as understood'}
            initiallyOpen={asksFormat}
          >
            <SourceSamples source={source} />
          </Disclosure>
        ) : null}
        {source.kind === 'xentrace' && !open ? (
          <Disclosure summary="Watch it in Perfetto">
            <PerfettoExport uploadId={upload.id} source={source} />
          </Disclosure>
        ) : null}
        {isChangeable && !asksFormat ? (
          <Disclosure
            summary="Change how it is read"
            initiallyOpen={source.kind === 'unknown' || isAimedAt}
          >
            <SourceSettingsForm source={source} update={update} />
          </Disclosure>
        ) : null}
      </div>
    </div>
  )
}
