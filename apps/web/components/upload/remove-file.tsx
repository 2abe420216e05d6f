'use client'

import type { Source, Upload } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Removes the file that holds the source; what the others mean may depend on it. */
export function RemoveFile({ upload, source }: { upload: Upload; source: Source }) {
  const inspect = useApiMutation('inspectUpload', { invalidates: ['getUpload'] })
  const remove = useApiMutation('deleteFile')
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
