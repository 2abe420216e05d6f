'use client'

import { createUpload, getUpload, inspectUpload, type Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { queryKeyOf } from '../../../lib/query-keys.ts'
import { takeFiles } from '../../../lib/transfers/dropped-files.ts'
import { queueFor } from '../../../lib/transfers/queue-for.ts'
import { useTransfers } from '../../../lib/transfers/use-transfers.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { StepFrame } from '../step-frame.tsx'
import type { Go } from '../use-wizard-place.ts'
import { DropArea } from './drop-area.tsx'
import { FileList } from './file-list.tsx'

/** Whether every file sent so far has been recognised, including those sent a moment ago. */
function isInspected(upload: Upload, sent: (string | null)[]): boolean {
  if (upload.state !== 'ready') return false
  const read = new Set(upload.sources.map(({ fileId }) => fileId))
  return sent.every((fileId) => fileId !== null && read.has(fileId))
}

/** Step 1: files are transferred, resumably; none is parsed before all have arrived. */
export function FilesStep({
  upload,
  hostId,
  go,
}: {
  upload: Upload | null
  hostId: string | null
  go: Go
}) {
  const queryClient = useQueryClient()
  const create = useApiMutation(createUpload)
  const inspect = useApiMutation(inspectUpload)
  const transfers = useTransfers(upload?.id ?? null)
  const here = new Set(transfers.list.map(({ fileId }) => fileId))
  const stored = (upload?.files ?? []).filter((file) => !here.has(file.id))
  const count = transfers.list.length + stored.length
  const unfinished =
    transfers.list.filter(({ state }) => state !== 'done').length +
    stored.filter((file) => !file.complete).length

  const show = (next: Upload) =>
    queryClient.setQueryData(queryKeyOf(getUpload, { params: { id: next.id } }), next)

  async function take(files: File[]) {
    const wanted = files.filter((file) => !isClutter(fileNameOf(file)))
    if (wanted.length === 0) return
    const target = upload ?? (await create.mutateAsync({ body: { hostId } }).catch(() => null))
    if (!target) return
    const queue = queueFor(target.id)
    for (const file of wanted) queue.add(file, fileNameOf(file))
    if (upload) return
    show(target)
    go({ upload: target.id, step: 'files' }, 'replace')
  }

  // Files that were dropped on another page, which led here.
  const begin = useEffectEvent(() => void take(takeFiles()))
  useEffect(() => begin(), [])

  async function recognise(target: Upload) {
    if (!isInspected(target, [...here])) {
      const answer = await inspect.mutateAsync({ params: { id: target.id } }).catch(() => null)
      if (!answer) return
      show(answer.upload)
    }
    go({ step: 'recognised' })
  }

  return (
    <StepFrame
      title="Which files?"
      description="A trace of the host (xentrace, xenmon or xentop) or sar -u of its guests, and the access logs of its domains, over the same time."
      hint={
        unfinished > 0
          ? `${formatCounted(unfinished, 'file')} not complete yet`
          : upload && count === 0
            ? 'Add at least one file'
            : null
      }
      next={
        upload ? (
          <Button
            look="primary"
            size="large"
            busy={inspect.isPending}
            disabled={unfinished > 0 || count === 0}
            onClick={() => recognise(upload)}
          >
            Continue
          </Button>
        ) : null
      }
    >
      <DropArea onFiles={take} busy={create.isPending} compact={Boolean(upload)} />
      <ProblemAlert error={create.error ?? inspect.error} />
      {upload && count > 0 ? (
        <FileList uploadId={upload.id} transfers={transfers} stored={stored} />
      ) : null}
    </StepFrame>
  )
}

/**
 * The path inside the dropped folder, such as `access/vm1.log.gz`, or the name of a picked file.
 */
export function fileNameOf(file: File): string {
  const dropped = (file as File & { path?: string }).path
  const path = file.webkitRelativePath || dropped || file.name
  return path.replace(/^(\.?\/)+/, '')
}

/** Files that an operating system adds to folders by itself, which users do not mean to upload. */
export function isClutter(name: string): boolean {
  return /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX\/.*|\._.*)$/.test(name)
}
