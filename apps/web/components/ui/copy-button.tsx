'use client'

import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export function CopyButton({
  text,
  label,
  word = 'Copy',
  icon: Icon = Copy,
  size = 'small',
}: {
  /** What is copied; a function where it is known only when the button is pressed. */
  text: string | (() => string)
  label: string
  word?: string
  icon?: LucideIcon
  size?: ButtonProps['size']
}) {
  const wordFor = { idle: word, copied: 'Copied', failed: 'Select and copy by hand' }
  const [state, setState] = useState<keyof typeof wordFor>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_500)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <Button
      size={size}
      aria-label={`${wordFor[state]}: ${label}`}
      onClick={async () =>
        setState((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'failed')
      }
    >
      {state === 'copied' ? <Check aria-hidden /> : <Icon aria-hidden />}
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
  // Beside an open dialog all is inert, so the temporary element has to be inside it.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  return copied
}
