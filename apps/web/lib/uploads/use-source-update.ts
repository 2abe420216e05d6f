'use client'

import { useQueryClient } from '@tanstack/react-query'
import { queryKeyOf } from '../query-keys.ts'
import { useApiMutation } from '../use-api.ts'

/**
 * Saves the settings of a source and replaces the shown upload with the API's answer. With `alike`
 * they answer the same question of other sources too.
 */
export function useSourceUpdate(uploadId: string, sourceId: string, alike = false) {
  const queryClient = useQueryClient()
  const update = useApiMutation('updateSource')
  type Body = NonNullable<Parameters<typeof update.mutate>[0]['body']>
  return {
    busy: update.isPending,
    error: update.error,
    save: (body: Body) =>
      update.mutate(
        { params: { id: uploadId, sourceId }, body: { ...body, alike } },
        {
          onSuccess: (upload) =>
            queryClient.setQueryData(queryKeyOf('getUpload', { params: { id: uploadId } }), upload),
        },
      ),
  }
}

export type SourceUpdate = ReturnType<typeof useSourceUpdate>
