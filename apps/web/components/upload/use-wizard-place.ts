'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useCallback } from 'react'
import type { UploadStep } from '../../lib/uploads/upload-steps.ts'

interface Place {
  upload?: string
  step?: UploadStep
  host?: string
  analysis?: string
}

/** The wizard's state is its address: a reload resumes, and the browser's back button works. */
export function useWizardPlace() {
  const pathname = usePathname()
  const search = useSearchParams()
  const go = useCallback(
    (change: Place, how: 'push' | 'replace' = 'push') => {
      const next = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(change)) next.set(name, value)
      history[how === 'push' ? 'pushState' : 'replaceState'](null, '', `${pathname}?${next}`)
      if (how === 'push') scrollTo({ top: 0 })
    },
    [pathname],
  )
  return {
    uploadId: search.get('upload'),
    step: search.get('step'),
    hostId: search.get('host'),
    analysisId: search.get('analysis'),
    go,
  }
}

export type Go = ReturnType<typeof useWizardPlace>['go']
