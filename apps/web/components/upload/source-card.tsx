'use client'

import { deleteFile, getUpload, inspectUpload, type Source, type Upload } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useSourceUpdate } from '../../lib/uploads/use-source-update.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { PerfettoExport } from './perfetto-export.tsx'
import { SourceSamples } from './source-samples.tsx'
import { SourceSettingsForm } from './source-settings-form.tsx'
import { SourceStatus } from './source-status.tsx'
import { WarningList } from './warning-list.tsx'

/** One recognised stream, folded; a refused one says why and can be removed here. */
export function SourceCard({ upload, source }: { upload: Upload; source: Source }) {
  const update = useSourceUpdate(upload.id, source.id)
  const open = upload.openQuestions.some(({ sourceId }) => sourceId === source.id)
  // Trouble that refuses the whole upload is already shown above.
  const trouble = source.trouble?.message === upload.trouble?.message ? null : source.trouble
  const isChangeable = source.kind !== 'unknown' || source.adjustable.length > 0

  return (
    <div className="space-y-3 px-4 py-3 sm:px-6">
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
      <TroubleAlert trouble={trouble} />
      <WarningList warnings={source.warnings} />
      <ProblemAlert error={update.error} />
      {/* The disclosures sit side by side while closed and take the whole width when open. */}
      <div className="flex flex-wrap gap-x-6 gap-y-2 *:min-w-0 *:open:basis-full">
        {source.samples.length > 0 ? (
          <Disclosure summary="Sample lines as understood">
            <SourceSamples source={source} />
          </Disclosure>
        ) : null}
        {source.kind === 'xentrace' && !open ? (
          <Disclosure summary="Watch it in Perfetto">
            <PerfettoExport uploadId={upload.id} source={source} />
          </Disclosure>
        ) : null}
        {isChangeable ? (
          <Disclosure summary="Change how it is read" initiallyOpen={source.kind === 'unknown'}>
            <SourceSettingsForm source={source} update={update} />
          </Disclosure>
        ) : null}
      </div>
    </div>
  )
}

/** Removes the file that holds the source; what the others mean may depend on it. */
function RemoveFile({ upload, source }: { upload: Upload; source: Source }) {
  const inspect = useApiMutation(inspectUpload, { invalidates: [getUpload] })
  const remove = useApiMutation(deleteFile)
  const file = upload.files.find(({ id }) => id === source.fileId)
  if (!file) return null

  async function run(fileId: string) {
    await remove.mutateAsync({ params: { id: upload.id, fileId } })
    await inspect.mutateAsync({ params: { id: upload.id } })
  }

  return (
    <>
      <Button
        look="quiet"
        size="small"
        busy={remove.isPending || inspect.isPending}
        aria-label={`Remove ${file.name}`}
        onClick={() => void run(file.id).catch(() => {})}
      >
        <Trash2 aria-hidden /> Remove
      </Button>
      <ProblemAlert error={remove.error ?? inspect.error} />
    </>
  )
}
