'use client'

import type { Upload, UploadState } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { isCancelled, isUnsettled } from '../../../lib/uploads/upload-state.ts'
import { useApiMutation, useApiPages } from '../../../lib/use-api.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { UploadAmounts } from '../upload-amounts.tsx'

export function RecentUploads() {
  const uploads = useApiPages(
    'listUploads',
    { limit: 10 },
    { refetchInterval: (known) => (known.some(isUnsettled) ? 3_000 : false) },
  )
  const remove = useApiMutation('deleteUpload', { invalidates: ['listUploads'] })
  const [doomed, setDoomed] = useState<{ id: string; name: string } | null>(null)
  const known = uploads.data?.pages.flatMap((page) => page.data) ?? []
  if (uploads.data && known.length === 0) return null
  return (
    <Card aria-labelledby="recent-uploads">
      <CardHeader
        id="recent-uploads"
        title="Recent uploads"
        description="Continue one, or analyse it again with other options."
      />
      <div className="py-2">
        {uploads.isPending ? (
          <div className="px-6 py-4">
            <SkeletonLines />
          </div>
        ) : null}
        <ProblemAlert error={uploads.error} onRetry={() => uploads.refetch()} />
        <ul className="divide-y divide-line">
          {known.map((upload) => (
            <li key={upload.id} className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
              <div className="min-w-0 flex-1 basis-56">
                <Link
                  href={`/recordings/new?upload=${upload.id}`}
                  className="font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline"
                >
                  {upload.name}
                </Link>
                <UploadAmounts {...upload} />
              </div>
              <span className="flex items-center gap-3">
                <UploadStateBadge upload={upload} />
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Delete ${upload.name}`}
                  disabled={upload.state === 'recording'}
                  onClick={() => setDoomed(upload)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </span>
            </li>
          ))}
        </ul>
        {uploads.hasNextPage ? (
          <div className="px-4 pt-2 pb-3 sm:px-6">
            <Button
              size="small"
              busy={uploads.isFetchingNextPage}
              onClick={() => uploads.fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        ) : null}
      </div>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={() => setDoomed(null)}
        title="Delete this upload?"
        confirmLabel="Delete"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          doomed &&
          remove.mutate({ params: { id: doomed.id } }, { onSuccess: () => setDoomed(null) })
        }
      >
        The files of “{doomed?.name}” and what was read from them are deleted. Finished analyses
        keep their results.
      </ConfirmDialog>
    </Card>
  )
}

const stateLooks: Record<UploadState, { word: string; tone: Tone }> = {
  receiving: { word: 'Not finished', tone: 'warn' },
  recording: { word: 'Being recorded', tone: 'accent' },
  inspecting: { word: 'Being recognised', tone: 'accent' },
  ready: { word: 'Ready', tone: 'ok' },
  refused: { word: 'Refused', tone: 'danger' },
}

function UploadStateBadge({ upload }: { upload: Pick<Upload, 'state' | 'trouble'> }) {
  if (isCancelled(upload)) return <Badge>Cancelled</Badge>
  const { word, tone } = stateLooks[upload.state]
  return <Badge tone={tone}>{word}</Badge>
}
