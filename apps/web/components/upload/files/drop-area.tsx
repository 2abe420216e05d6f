'use client'

import { FolderOpen, Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { cx } from '../../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'
import { PageDrop } from './page-drop.tsx'

const accepted =
  'xentrace, xenmon and xentop traces · rrd2csv of XCP-ng · sar, sadf and vmstat of guests · Apache and nginx access logs, any format · client times as CSV, or of k6, hey, vegeta, ab -g, JMeter · recording.json · output of xl and xe · plain, gzip, zstd, tar or zip'

/** React has no name for the attribute that lets a picker choose folders. */
const CHOOSES_FOLDERS = { webkitdirectory: '' }

/** Accepts files and folders; during a drag the whole page is the target. */
export function DropArea({
  onFiles,
  busy,
  compact,
}: {
  onFiles: (files: File[]) => void
  busy: boolean
  compact: boolean
}) {
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const takeChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(currentTarget.files ?? [])])
    // The same files can be chosen once more.
    currentTarget.value = ''
  }

  return (
    <div
      className={cx(
        'rounded-xl border-2 border-dashed border-line-strong bg-surface px-4',
        compact ? 'py-5' : 'py-12',
      )}
    >
      {busy ? null : <PageDrop onFiles={onFiles}>Drop to upload</PageDrop>}
      <div className="flex flex-col items-center gap-3 text-center">
        <Upload className="size-8 text-accent" aria-hidden />
        <p className="text-base font-semibold">
          {compact ? 'Add more files' : 'Drop files or a whole folder here'}
        </p>
        <p className="max-w-prose text-sm text-balance text-ink-soft">{accepted}</p>
        <p className="text-sm text-ink-soft">Large files resume where they stopped.</p>
        <input
          ref={fileInput}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={takeChosen}
        />
        <input
          ref={folderInput}
          type="file"
          hidden
          aria-label="Folder to upload"
          {...CHOOSES_FOLDERS}
          onChange={takeChosen}
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            look={compact ? 'secondary' : 'primary'}
            busy={busy}
            onClick={() => fileInput.current?.click()}
          >
            Choose files
          </Button>
          <Button disabled={busy} onClick={() => folderInput.current?.click()}>
            <FolderOpen aria-hidden /> Choose a folder
          </Button>
        </div>
      </div>
    </div>
  )
}
