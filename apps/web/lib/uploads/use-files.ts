'use client'

import type { Upload } from '@steelyard/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { queryKeyOf } from '../query-keys.ts'
import { takeFiles } from '../transfers/dropped-files.ts'
import { queueFor } from '../transfers/queue-for.ts'
import { useTransfers } from '../transfers/use-transfers.ts'
import { useApiMutation } from '../use-api.ts'
import { fileNameOf, isClutter } from './dropped-name.ts'
import { recordingNameOf } from './recording-name.ts'
import type { Go } from './use-recording-place.ts'

/** Sends files and has them recognised as soon as all have arrived. */
export function useFiles(upload: Upload | null, hostId: string | null, go: Go) {
  const queryClient = useQueryClient()
  const create = useApiMutation('createUpload')
  const inspect = useApiMutation('inspectUpload')
  const transfers = useTransfers(upload?.id ?? null)
  const sent = transfers.list.filter(({ state }) => state === 'done').length
  const unfinished = transfers.list.length - sent
  const show = (next: Upload) =>
    queryClient.setQueryData(queryKeyOf('getUpload', { params: { id: next.id } }), next)

  async function take(files: File[]) {
    const wanted = files.filter((file) => !isClutter(fileNameOf(file)))
    if (wanted.length === 0) return
    const name = recordingNameOf(wanted.map(fileNameOf))
    const target =
      upload ?? (await create.mutateAsync({ body: { hostId, name } }).catch(() => null))
    if (!target) return
    const queue = queueFor(target.id)
    for (const file of wanted) queue.add(file, fileNameOf(file))
    if (upload) return
    show(target)
    go({ upload: target.id })
  }

  // Files that were dropped on another page, which led here.
  const takeLeft = useEffectEvent(() => void take(takeFiles()))
  useEffect(() => takeLeft(), [])

  async function recognise() {
    if (!upload) return
    const answer = await inspect.mutateAsync({ params: { id: upload.id } }).catch(() => null)
    if (answer) show(answer.upload)
  }

  // A cancelled or refused inspection of the same files is not started again by itself.
  const asked = useRef('')
  const begin = useEffectEvent(async () => {
    if (!upload || sent === 0 || unfinished > 0) return
    const files = `${upload.id} ${transfers.list.map(({ fileId }) => fileId)}`
    if (asked.current === files) return
    asked.current = files
    await recognise()
  })
  useEffect(() => {
    if (sent > 0 && unfinished === 0) void begin()
  }, [sent, unfinished])

  return {
    transfers,
    unfinished,
    take,
    recognise,
    busy: create.isPending,
    error: create.error ?? inspect.error,
  }
}

export type Files = ReturnType<typeof useFiles>
