'use client'

import { getUpload, type Host, listUploads, type Upload } from '@steelyard/contract'
import { isUnsettled } from '../../lib/upload-state.ts'
import { useApi, useApiPages } from '../../lib/use-api.ts'

/** The newest upload that belongs to the host, unless an analysis of the host is newer still. */
export function useNewestUpload({ id, latestAnalysis }: Host): {
  newest: Upload | null
  error: unknown
} {
  const uploads = useApiPages(listUploads, { limit: 25 })
  const found = uploads.data?.pages.flatMap((page) => page.data).find(({ hostId }) => hostId === id)
  const analysedAt = latestAnalysis ? Date.parse(latestAnalysis.createdAt) : 0
  const isNews = found !== undefined && Date.parse(found.createdAt) > analysedAt
  const upload = useApi(
    getUpload,
    { params: { id: found?.id ?? '' } },
    {
      enabled: isNews,
      refetchInterval: (read) => (read && isUnsettled(read) ? 2_000 : false),
    },
  )
  const newest = isNews && upload.data ? upload.data : null
  return { newest, error: uploads.error ?? upload.error }
}
