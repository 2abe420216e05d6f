'use client'

import { useEffect, useState } from 'react'
import type { PolicyDraft } from './policy-draft.ts'

/** Drafts that were not saved, so that they outlive a look at another page. */
const kept = new Map<string, PolicyDraft>()

export const hasKeptDraft = (key: string) => kept.has(key)

/**
 * What is edited, beginning with what is saved. Until it is saved or discarded, the draft is kept
 * where the person goes on to, and the browser asks before it leaves the dashboard.
 */
export function useKeptDraft(key: string, saved: PolicyDraft) {
  const [draft, setDraft] = useState(() => kept.get(key) ?? saved)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)

  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])

  function change(part: Partial<PolicyDraft>) {
    const next = { ...draft, ...part }
    kept.set(key, next)
    setDraft(next)
  }

  function discard() {
    kept.delete(key)
    setDraft(saved)
  }

  return { draft, isChanged, change, discard }
}
