'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { cx } from '../../lib/cx.ts'

const Palette = dynamic(() => import('./palette.tsx').then((it) => it.Palette), { ssr: false })

/** Opens the palette, as Ctrl-K and ⌘K do on every page. */
export function PaletteButton({ compact = false }: { compact?: boolean }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (compact) return // one of the two buttons listens
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((was) => !was)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [compact])
  return (
    <>
      <button
        type="button"
        aria-label="Go to"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className={cx(
          'flex items-center gap-2 rounded-lg text-ink-soft hover:bg-sunken hover:text-ink',
          compact ? 'size-10 justify-center' : 'h-9 w-full border border-line px-3 text-sm',
        )}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        {compact ? null : (
          <>
            Go to …<kbd className="ml-auto font-sans text-xs text-ink-faint">Ctrl K</kbd>
          </>
        )}
      </button>
      {open ? <Palette onClose={() => setOpen(false)} /> : null}
    </>
  )
}
