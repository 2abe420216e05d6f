'use client'

import { useState } from 'react'

/**
 * What fields show while somebody types into them. Once they are to show something else, what was
 * typed before is gone.
 */
export function useDraft<Name extends string>(shown: Record<Name, string>) {
  const of = JSON.stringify(shown)
  const [draft, setDraft] = useState({ of, texts: shown })
  const texts = draft.of === of ? draft.texts : shown
  const type = (name: Name, text: string) => setDraft({ of, texts: { ...texts, [name]: text } })
  return [texts, type] as const
}
