'use client'

import { useRouter } from 'next/navigation'
import { useDropzone } from 'react-dropzone'
import { leaveFiles } from '../../lib/transfers/dropped-files.ts'
import { DropOverlay } from '../ui/drop-overlay.tsx'

/** Covers the page during a drag and takes what is dropped, folders with their inner paths. */
export function DropTarget({ leadsTo }: { leadsTo: string }) {
  const router = useRouter()
  const { getRootProps } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => {
      leaveFiles(files)
      router.push(leadsTo)
    },
  })
  return (
    <div {...getRootProps()} className="fixed inset-0 z-50">
      <DropOverlay>Drop to start a new recording</DropOverlay>
    </div>
  )
}
