'use client'

import { deleteFile, getUpload, type UploadFile } from '@steelyard/contract'
import { useEffect } from 'react'
import type { Transfers } from '../../lib/transfers/use-transfers.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Card } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { StoredFileRow } from './stored-file-row.tsx'
import { TransferRow } from './transfer-row.tsx'
import { TransferTotals } from './transfer-totals.tsx'

/** The files of an open upload: those under way here, and those the API already has. */
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
  const { refetch } = useApi(getUpload, { params: { id: uploadId } })
  const remove = useApiMutation(deleteFile, { invalidates: [getUpload] })
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
