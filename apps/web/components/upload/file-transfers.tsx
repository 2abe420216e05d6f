'use client'

import { deleteFile, getUpload, type Upload } from '@steelyard/contract'
import { Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatBytes, formatCounted, formatDuration } from '../../lib/format.ts'
import { useTransfers } from '../../lib/transfers/use-transfers.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Progress } from '../ui/progress.tsx'
import { StepFrame } from './step-frame.tsx'
import { StoredFileRow } from './stored-file-row.tsx'
import { TransferRow } from './transfer-row.tsx'

/** The files of an open upload: those under way here, and those the API already has. */
export function FileTransfers({
  upload,
  busy,
  onContinue,
  children,
}: {
  upload: Upload
  busy: boolean
  onContinue: (uploadId: string) => void
  children: ReactNode
}) {
  const { queue, transfers, active, bytesPerSecond } = useTransfers(upload.id)
  const { refetch } = useApi(getUpload, { params: { id: upload.id } })
  const remove = useApiMutation(deleteFile, { invalidates: [getUpload] })
  const done = transfers.filter(({ state }) => state === 'done').length
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])

  const here = new Set(transfers.map(({ fileId }) => fileId))
  const stored = upload.files.filter((file) => !here.has(file.id))
  const sent = transfers.reduce((sum, each) => sum + each.sentBytes, 0)
  const total = transfers.reduce((sum, each) => sum + each.sizeBytes, 0)
  const paused = transfers.some(({ state }) => state === 'paused')
  const unfinished =
    transfers.filter(({ state }) => state !== 'done').length +
    stored.filter((file) => !file.complete).length
  const count = transfers.length + stored.length

  return (
    <StepFrame
      title="Which files?"
      description="A trace of the host (xenmon or xentop) and the access logs of its domains, over the same time."
      hint={
        unfinished > 0
          ? `${formatCounted(unfinished, 'file')} not complete yet`
          : count === 0
            ? 'Add at least one file'
            : null
      }
      next={
        <Button
          look="primary"
          size="large"
          busy={busy}
          disabled={unfinished > 0 || count === 0}
          onClick={() => onContinue(upload.id)}
        >
          Continue
        </Button>
      }
    >
      {children}
      <ProblemAlert error={remove.error} />
      {count > 0 ? (
        <Card>
          {transfers.length > 0 ? (
            <div className="space-y-2 border-b border-line p-4 sm:px-6">
              <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
                <p className="tabular" role="status">
                  <span className="font-medium">
                    {done} of {formatCounted(transfers.length, 'file')} sent
                  </span>{' '}
                  · {formatBytes(sent)} of {formatBytes(total)}
                  {active && bytesPerSecond ? (
                    <>
                      {' '}
                      · {formatBytes(bytesPerSecond)}/s ·{' '}
                      {formatDuration(Math.ceil((total - sent) / bytesPerSecond))} left
                    </>
                  ) : null}
                </p>
                {active ? (
                  <Button size="small" onClick={() => queue.pauseAll()}>
                    <Pause aria-hidden /> Pause all
                  </Button>
                ) : paused ? (
                  <Button size="small" onClick={() => queue.resumeAll()}>
                    <Play aria-hidden /> Resume all
                  </Button>
                ) : null}
              </div>
              <Progress label="All files" done={sent} total={total} />
            </div>
          ) : null}
          <ul className="divide-y divide-line">
            {transfers.map((transfer) => (
              <TransferRow
                key={transfer.key}
                transfer={transfer}
                onPause={() => queue.pause(transfer.key)}
                onResume={() => queue.resume(transfer.key)}
                onRemove={() => {
                  queue.remove(transfer.key)
                  if (!transfer.fileId) return
                  remove.mutate({ params: { id: upload.id, fileId: transfer.fileId } })
                }}
              />
            ))}
            {stored.map((file) => (
              <StoredFileRow
                key={file.id}
                file={file}
                busy={remove.isPending && remove.variables.params?.fileId === file.id}
                onRemove={() => remove.mutate({ params: { id: upload.id, fileId: file.id } })}
              />
            ))}
          </ul>
        </Card>
      ) : null}
    </StepFrame>
  )
}
