'use client'

import { useEffect, useState } from 'react'

/** True while files are dragged over the window, so that the page can become the target. */
export function useDragOverPage(): boolean {
  const [dragging, setDragging] = useState(false)
  useEffect(() => {
    // Enter and leave events fire for every element crossed; only their balance is meaningful.
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setDragging(false)
    }
    const end = (event: DragEvent) => {
      depth = 0
      setDragging(false)
      // A file dropped outside the target must not replace the page.
      event.preventDefault()
    }
    const allow = (event: DragEvent) => event.preventDefault()
    addEventListener('dragenter', enter)
    addEventListener('dragleave', leave)
    addEventListener('dragover', allow)
    addEventListener('drop', end)
    return () => {
      removeEventListener('dragenter', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', allow)
      removeEventListener('drop', end)
    }
  }, [])
  return dragging
}
