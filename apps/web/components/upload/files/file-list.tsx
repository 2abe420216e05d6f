'use client'

import type { UploadFile } from '@steelyard/contract'
import { formatBytes, formatCounted, formatDuration } from '@steelyard/contract/format'
import { CircleCheck, CirclePause, Pause, Play, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { Transfers } from '../../../lib/transfers/use-transfers.ts'
import { useApi, useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TransferRow } from './transfer-row.tsx'

/** The files of an open upload: those in transfer, and those that the API already has. */
export function FileList({
  uploadId,
  transfers,
  stored,
}: {
  uploadId: string
  transfers: Transfers
  stored: UploadFile[]
}) {
  const { queue, list } = transfers
  const { refetch } = useApi('getUpload', { params: { id: uploadId } })
  const remove = useApiMutation('deleteFile', { invalidates: ['getUpload'] })
  const done = list.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])

  return (
    <Card>
      {list.length > 0 ? <TransferTotals transfers={transfers} /> : null}
      <ProblemAlert error={remove.error} />
      <ul className="divide-y divide-line">
        {list.map((transfer) => (
          <TransferRow
            key={transfer.key}
            transfer={transfer}
            onPause={() => queue.pause(transfer.key)}
            onResume={() => queue.resume(transfer.key)}
            onRemove={() => {
              queue.remove(transfer.key)
              if (!transfer.fileId) return
              remove.mutate({ params: { id: uploadId, fileId: transfer.fileId } })
            }}
          />
        ))}
        {stored.map((file) => (
          <StoredFileRow
            key={file.id}
            file={file}
            busy={remove.isPending && remove.variables.params?.fileId === file.id}
            onRemove={() => remove.mutate({ params: { id: uploadId, fileId: file.id } })}
          />
        ))}
      </ul>
    </Card>
  )
}

/** All transfers together: size, speed and remaining time. */
function TransferTotals({ transfers }: { transfers: Transfers }) {
  const { queue, list, active, bytesPerSecond } = transfers
  const done = list.filter(({ state }) => state === 'done').length
  const sent = list.reduce((sum, each) => sum + each.sentBytes, 0)
  const total = list.reduce((sum, each) => sum + each.sizeBytes, 0)
  const speed =
    active && bytesPerSecond
      ? ` · ${formatBytes(bytesPerSecond)}/s · ${formatDuration(Math.ceil((total - sent) / bytesPerSecond))} left`
      : ''
  return (
    <div className="space-y-2 border-b border-line p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <p className="tabular">
          <span className="font-medium" role="status">
            {done} of {formatCounted(list.length, 'file')} sent
          </span>{' '}
          · {formatBytes(sent)} of {formatBytes(total)}
          {speed}
        </p>
        {active ? (
          <Button size="small" onClick={() => queue.pauseAll()}>
            <Pause aria-hidden /> Pause all
          </Button>
        ) : list.some(({ state }) => state === 'paused') ? (
          <Button size="small" onClick={() => queue.resumeAll()}>
            <Play aria-hidden /> Resume all
          </Button>
        ) : null}
      </div>
      <Progress label="All files" done={sent} total={total} />
    </div>
  )
}

/** A file that the API received, in full or in part, before this page was opened. */
function StoredFileRow({
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
