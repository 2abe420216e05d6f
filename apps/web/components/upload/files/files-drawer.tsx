'use client'

import type { Upload } from '@steelyard/contract'
import { formatBytes, formatCounted } from '@steelyard/contract/format'
import { useSearchParams } from 'next/navigation'
import { sourceCounts } from '../../../lib/source-kinds.ts'
import { refusedSources } from '../../../lib/uploads/refused-sources.ts'
import type { Files } from '../../../lib/uploads/use-files.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SourceCard } from '../source-card.tsx'
import { UnneededFile } from '../unneeded-file.tsx'
import { DropArea } from './drop-area.tsx'
import { FileList } from './file-list.tsx'

/** Every usable file with what it was recognised as, and room for more. */
export function FilesDrawer({ upload, files }: { upload: Upload; files: Files }) {
  const { transfers, take, busy, unfinished } = files
  const here = new Set(transfers.list.map(({ fileId }) => fileId))
  const recognised = new Set(upload.sources.map(({ fileId }) => fileId))
  const stored = upload.files.filter(({ id }) => !here.has(id) && !recognised.has(id))
  const sound = upload.sources.filter(({ trouble }) => trouble === null)
  const aimedAt = useSearchParams().get('source')
  const bytes = upload.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (
    <>
      {unfinished > 0 || stored.length > 0 ? (
        <FileList uploadId={upload.id} transfers={transfers} stored={stored} />
      ) : null}
      <Card className="px-4 py-3 sm:px-6">
        <Disclosure
          initiallyOpen={sound.some(({ id }) => id === aimedAt)}
          summary={`${formatCounted(upload.files.length, 'file')} · ${formatBytes(bytes)}${
            upload.sources.length > 0 ? ` · ${sourceCounts(upload.sources)}` : ''
          }`}
        >
          <div className="space-y-4">
            <ul className="-mx-4 divide-y divide-line border-y border-line sm:-mx-6">
              {sound.map((source) => (
                <li key={source.id}>
                  <SourceCard upload={upload} source={source} isAimedAt={source.id === aimedAt} />
                </li>
              ))}
            </ul>
            <DropArea onFiles={take} busy={busy} compact />
          </div>
        </Disclosure>
      </Card>
    </>
  )
}

/** Files that an analysis misses, each with its reason and what to do. */
export function MissedFiles({ upload }: { upload: Upload }) {
  const { missed } = refusedSources(upload)
  if (missed.length === 0) return null
  return (
    <Card aria-label="Files that cannot be used" className="divide-y divide-line">
      {missed.map((source) => (
        <SourceCard key={source.id} upload={upload} source={source} />
      ))}
    </Card>
  )
}

/** Files that have nothing to do with it, such as pictures and notes. */
export function UnneededFiles({ upload }: { upload: Upload }) {
  const { unneeded } = refusedSources(upload)
  if (unneeded.length === 0) return null
  return (
    <section aria-label="Files that are not needed" className="divide-y divide-line">
      {unneeded.map((source) => (
        <UnneededFile key={source.id} upload={upload} source={source} />
      ))}
    </section>
  )
}
