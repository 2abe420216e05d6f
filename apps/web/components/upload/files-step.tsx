'use client'

import { createUpload, getUpload, inspectUpload, type Upload } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { fileNameOf, isClutter } from '../../lib/file-name.ts'
import { queueFor } from '../../lib/transfers/queue-for.ts'
import { queryKeyOf, useApiMutation } from '../../lib/use-api.ts'
import type { Go } from '../../lib/use-wizard-place.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { DropArea } from './drop-area.tsx'
import { FileTransfers } from './file-transfers.tsx'
import { StepFrame } from './step-frame.tsx'

/** Nothing was added since the files were recognised. */
function isInspected(upload: Upload): boolean {
  if (upload.state !== 'ready') return false
  const read = new Set(upload.sources.map(({ fileId }) => fileId))
  return upload.files.every((file) => read.has(file.id))
}

/** Step 1: files arrive, resumable; nothing is read before all are there. */
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

  async function take(files: File[]) {
    const wanted = files.filter((file) => !isClutter(fileNameOf(file)))
    if (wanted.length === 0) return
    const target = upload ?? (await create.mutateAsync({ body: { hostId } }).catch(() => null))
    if (!target) return
    queryClient.setQueryData(queryKeyOf(getUpload, { params: { id: target.id } }), target)
    const queue = queueFor(target.id)
    for (const file of wanted) queue.add(file, fileNameOf(file))
    if (!upload) go({ upload: target.id, step: 'files' }, 'replace')
  }

  function recognise(uploadId: string) {
    if (upload && isInspected(upload)) return go({ step: 'recognised' })
    inspect.mutate(
      { params: { id: uploadId } },
      {
        onSuccess: (answer) => {
          queryClient.setQueryData(
            queryKeyOf(getUpload, { params: { id: uploadId } }),
            answer.upload,
          )
          go({ step: 'recognised' })
        },
      },
    )
  }

  const area = (
    <>
      <DropArea onFiles={take} busy={create.isPending} compact={Boolean(upload)} />
      <ProblemAlert error={create.error ?? inspect.error} />
    </>
  )
  if (upload) {
    return (
      <FileTransfers upload={upload} busy={inspect.isPending} onContinue={recognise}>
        {area}
      </FileTransfers>
    )
  }
  return (
    <StepFrame
      title="Which files?"
      description="A trace of the host (xenmon or xentop) and the access logs of its domains, over the same time."
    >
      {area}
    </StepFrame>
  )
}
