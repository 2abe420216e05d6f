'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from './button.tsx'

const wordFor = { idle: 'Copy', copied: 'Copied', failed: 'Select and copy by hand' }

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof wordFor>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_500)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <Button
      size="small"
      aria-label={`${wordFor[state]}: ${label}`}
      onClick={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
    >
      {state === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{wordFor[state]}</span>
    </Button>
  )
}
