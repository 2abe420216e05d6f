'use client'

import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'

/** Covers the page and takes what is dropped, folders with their inner paths. */
export function DropTarget({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void
  /** What happens to the files. */
  children: ReactNode
}) {
  const { getRootProps } = useDropzone({ noClick: true, noKeyboard: true, onDrop: onFiles })
  return (
    <div
      {...getRootProps()}
      className="fixed inset-2 z-50 grid place-items-center rounded-xl border-2 border-accent bg-accent-soft/95"
    >
      <p className="flex items-center gap-3 text-2xl font-semibold">
        <Upload className="size-9 text-accent" aria-hidden />
        {children}
      </p>
    </div>
  )
}
