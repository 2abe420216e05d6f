'use client'

import type { Analysis, Source, Upload } from '@steelyard/contract'
import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { formatMoment } from '../../../lib/format/dates.ts'
import { hostPath } from '../../../lib/host-paths.ts'
import { sourcePath } from '../../../lib/uploads/source-path.ts'
import { useApi, useApiMutation } from '../../../lib/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { correctedStart, type Lack, sourcesToCorrect } from './lack-causes.ts'

/** The lacks whose cause is a wrong answer about a file. */
const OF_SOURCES: readonly string[] = [
  'clocks-apart',
  'trace-of-another-time',
  'mistaken-unit',
  'logs-swapped',
  'few-hold-most',
]

/** The way to correct a lack whose cause is known, in each of the analysed uploads. */
export function LackLinks({ lack, analysis }: { lack: Lack; analysis: Analysis }) {
  if (!OF_SOURCES.includes(lack.code)) return null
  return analysis.uploads.map(({ id }) => (
    <InUpload key={id} uploadId={id} lack={lack} analysis={analysis} />
  ))
}

function InUpload({
  uploadId,
  lack,
  analysis,
}: {
  uploadId: string
  lack: Lack
  analysis: Analysis
}) {
  const { data: upload } = useApi('getUpload', { params: { id: uploadId } })
  if (!upload) return null
  const sources = sourcesToCorrect(lack, upload)
  // With several uploads nothing tells which of them has the clock that is wrong.
  const start = analysis.uploads.length === 1 ? correctedStart(lack, upload) : null
  return (
    <>
      {sources.length > 0 ? (
        <p className="text-ink-soft [overflow-wrap:anywhere]">
          To be corrected in{' '}
          {sources.map((source, i) => (
            <span key={source.id}>
              {i === 0 ? '' : ', '}
              <InlineLink href={sourcePath(upload.id, source.id)}>{source.path}</InlineLink>
            </span>
          ))}
          .
        </p>
      ) : null}
      {start ? <CorrectStart upload={upload} analysis={analysis} {...start} /> : null}
    </>
  )
}

/** Sets the start of the trace to the one that fits the logs, and analyses again. */
function CorrectStart({
  upload,
  analysis,
  source,
  startedAt,
}: {
  upload: Upload
  analysis: Analysis
  source: Source
  startedAt: string
}) {
  const router = useRouter()
  const update = useApiMutation('updateSource', { invalidates: ['getUpload'] })
  const create = useApiMutation('createAnalysis', { invalidates: ['listAnalyses'] })
  const busy = update.isPending || create.isPending || create.isSuccess

  async function run() {
    try {
      await update.mutateAsync({
        params: { id: upload.id, sourceId: source.id },
        body: { settings: { startedAt }, alike: false },
      })
      const { hostId, name, targets, options, uploads } = analysis
      const { analysis: made } = await create.mutateAsync({
        body: { hostId, name, targets, options, uploadIds: uploads.map(({ id }) => id) },
      })
      router.push(hostPath(made.hostId, '', made.id))
    } catch {
      // The mutations' own states show the error.
    }
  }

  return (
    <Permitted needs="uploads:write">
      <Permitted needs="analyses:write">
        <Button size="small" className="mt-1.5" busy={busy} onClick={() => void run()}>
          <RefreshCw aria-hidden /> Begin the {source.noun.one} at {formatMoment(startedAt)} and
          analyse again
        </Button>
        <ProblemAlert error={update.error ?? create.error} />
      </Permitted>
    </Permitted>
  )
}
