'use client'

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
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

/** The clipboard API exists on https and localhost only; the older way serves plain LAN addresses. */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Permission refused: fall through to the older way.
  }
  const holder = document.createElement('textarea')
  holder.value = text
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // Inside an open dialog the focus may not leave it, so the holder goes there.
  const parent = document.querySelector('[role="dialog"]') ?? document.body
  parent.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  return copied
}
