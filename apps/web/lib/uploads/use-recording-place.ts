'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'

interface Place {
  upload?: string
  host?: string
  analysis?: string | null
}

/** What the page shows is in its address: a reload resumes, and the back button works. */
export function useRecordingPlace() {
  const pathname = usePathname()
  const search = useSearchParams()
  const go = useCallback(
    (change: Place) => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(change)) {
        if (value === null) next.delete(name)
        else next.set(name, value)
      }
      history.replaceState(null, '', `${pathname}?${next}`)
    },
    [pathname],
  )
  return {
    uploadId: search.get('upload'),
    hostId: search.get('host'),
    analysisId: search.get('analysis'),
    go,
  }
}

export type Go = ReturnType<typeof useRecordingPlace>['go']
