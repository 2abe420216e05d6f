'use client'

import { FolderOpen, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useDropzone } from 'react-dropzone'
import { cx } from '../../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'
import { DropOverlay } from '../../ui/drop-overlay.tsx'
import { useDragOverPage } from './use-drag-over-page.ts'

const accepted =
  'xentrace, xenmon and xentop traces · sar -u of guests · Apache and nginx access logs, any format · client times as CSV · recording.json · output of xl · plain, gzip, tar or zip · large files resume where they stopped'

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
  const folderInput = useRef<HTMLInputElement>(null)
  const dragging = useDragOverPage()
  const { getRootProps, getInputProps, open } = useDropzone({
    onDrop: onFiles,
    noClick: true,
    noKeyboard: true,
    disabled: busy,
    // The classic picker is used because the file system access dialog hides folders' relative
    // paths.
    useFsAccessApi: false,
  })

  return (
    <div
      {...getRootProps()}
      className={cx(
        'rounded-xl border-2 border-dashed border-line-strong bg-surface px-4',
        compact ? 'py-5' : 'py-12',
      )}
    >
      {dragging ? <DropOverlay>Drop to upload</DropOverlay> : null}
      <div className="flex flex-col items-center gap-3 text-center">
        <Upload className="size-8 text-accent" aria-hidden />
        <p className="text-base font-semibold">
          {compact ? 'Add more files' : 'Drop files or a whole folder here'}
        </p>
        <p className="max-w-prose text-sm text-ink-soft">{accepted}</p>
        <input {...getInputProps({ 'aria-label': 'Files to upload' })} />
        <input
          ref={folderInput}
          type="file"
          hidden
          aria-label="Folder to upload"
          {...CHOOSES_FOLDERS}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <div className="flex flex-wrap justify-center gap-2">
          <Button look={compact ? 'secondary' : 'primary'} busy={busy} onClick={open}>
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
