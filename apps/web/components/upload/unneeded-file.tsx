'use client'

import type { Source, Upload } from '@steelyard/contract'
import { useSourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { LogFormatInput } from './log-format-input.tsx'
import { RemoveFile } from './remove-file.tsx'

/** A file that no analysis needs: one grey line, with the way in for who knows better. */
export function UnneededFile({ upload, source }: { upload: Upload; source: Source }) {
  const update = useSourceUpdate(upload.id, source.id)
  return (
    <div className="space-y-2 px-4 py-1.5 text-sm text-ink-soft sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          <span className="font-medium">{source.path}</span>{' '}
          {source.kind === 'unknown' ? 'Not recognised: ' : ''}
          {source.trouble?.message}
        </p>
        <RemoveFile upload={upload} source={source} />
      </div>
      <ProblemAlert error={update.error} />
      {source.adjustable.includes('logFormat') ? (
        <Disclosure summary="It is an access log">
          <LogFormatInput source={source} update={update} />
        </Disclosure>
      ) : null}
    </div>
  )
}
