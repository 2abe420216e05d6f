'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useDragOverPage } from './use-drag-over-page.ts'

const DropTarget = dynamic(() => import('./drop-target.tsx').then((it) => it.DropTarget), {
  ssr: false,
})

/** While files are dragged over the window, the whole of it is the target. */
export function PageDrop({
  onFiles,
  children,
}: {
  onFiles: (files: File[]) => void
  /** What happens to the files. */
  children: ReactNode
}) {
  return useDragOverPage() ? <DropTarget onFiles={onFiles}>{children}</DropTarget> : null
}
