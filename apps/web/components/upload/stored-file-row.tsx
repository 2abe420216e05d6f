import type { UploadFile } from '@steelyard/contract'
import { CircleCheck, CirclePause, Trash2 } from 'lucide-react'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../ui/button.tsx'

/** A file the API already has, whole or in part, from before this page was opened. */
export function StoredFileRow({
  file,
  busy,
  onRemove,
}: {
  file: UploadFile
  busy: boolean
  onRemove: () => void
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium [overflow-wrap:anywhere]">
          {file.complete ? (
            <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden />
          ) : (
            <CirclePause className="size-4 shrink-0 text-warn" aria-hidden />
          )}
          {file.name}
        </p>
        <p className="text-sm text-ink-soft tabular">
          {file.complete
            ? `${formatBytes(file.sizeBytes)} · sent`
            : `${formatBytes(file.receivedBytes)} of ${formatBytes(file.sizeBytes)} · interrupted: drop the same file again to continue, or remove it`}
        </p>
      </div>
      <Button
        look="quiet"
        size="small"
        busy={busy}
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
