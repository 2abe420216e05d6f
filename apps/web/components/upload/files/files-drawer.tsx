'use client'

import type { Upload } from '@steelyard/contract'
import { formatBytes, formatCounted } from '@steelyard/contract/format'
import { sourceCounts } from '../../../lib/source-kinds.ts'
import type { Files } from '../../../lib/uploads/use-files.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SourceCard } from '../source-card.tsx'
import { DropArea } from './drop-area.tsx'
import { FileList } from './file-list.tsx'

/** Every usable file with what it was recognised as, and room for more. */
export function FilesDrawer({ upload, files }: { upload: Upload; files: Files }) {
  const { transfers, take, busy, unfinished } = files
  const here = new Set(transfers.list.map(({ fileId }) => fileId))
  const recognised = new Set(upload.sources.map(({ fileId }) => fileId))
  const stored = upload.files.filter(({ id }) => !here.has(id) && !recognised.has(id))
  const sound = upload.sources.filter(({ trouble }) => trouble === null)
  const bytes = upload.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (
    <>
      {unfinished > 0 || stored.length > 0 ? (
        <FileList uploadId={upload.id} transfers={transfers} stored={stored} />
      ) : null}
      <Card className="px-4 py-3 sm:px-6">
        <Disclosure
          summary={`${formatCounted(upload.files.length, 'file')} · ${formatBytes(bytes)}${
            upload.sources.length > 0 ? ` · ${sourceCounts(upload.sources)}` : ''
          }`}
        >
          <div className="space-y-4">
            <ul className="-mx-4 divide-y divide-line border-y border-line sm:-mx-6">
              {sound.map((source) => (
                <li key={source.id}>
                  <SourceCard upload={upload} source={source} />
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

/** Files that an analysis goes without, each with its reason and a way to remove it. */
export function RefusedFiles({ upload }: { upload: Upload }) {
  const refused = upload.sources.filter(({ trouble }) => trouble !== null)
  if (refused.length === 0) return null
  return (
    <Card aria-label="Files that cannot be used" className="divide-y divide-line">
      {refused.map((source) => (
        <SourceCard key={source.id} upload={upload} source={source} />
      ))}
    </Card>
  )
}
