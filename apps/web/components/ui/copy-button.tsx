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

/**
 * The clipboard API exists on https and localhost only; plain LAN addresses need the older method.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Without permission, the older method is tried.
  }
  const holder = document.createElement('textarea')
  holder.value = text
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // An open dialog traps the focus, so the temporary element has to be inside it.
  const parent = document.querySelector('[role="dialog"]') ?? document.body
  parent.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  return copied
}
