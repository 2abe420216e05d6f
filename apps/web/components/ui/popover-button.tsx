'use client'

import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from './button.tsx'

/** A button that opens a panel beside it; a function is called for its content once it is open. */
export function PopoverButton({
  panel,
  panelLabel,
  panelClassName,
  children,
  ...button
}: {
  panel: ReactNode | (() => ReactNode)
  panelLabel: string
  panelClassName?: string
  children: ReactNode
} & Pick<ButtonProps, 'look' | 'size' | 'className' | 'aria-label'>) {
  const id = useId()
  const anchor = `--${id.replaceAll(/\W/g, '')}`
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} popoverTarget={id} style={{ anchorName: anchor }}>
        {children}
      </Button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={panelLabel}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        style={{ positionAnchor: anchor }}
        className={cx(
          'inset-auto mt-1.5 max-h-[75dvh] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-lg border border-line bg-surface text-ink shadow-float [position-area:bottom_span-left] [position-try-fallbacks:flip-block,flip-inline]',
          panelClassName,
        )}
      >
        {typeof panel !== 'function' ? panel : isOpen ? panel() : null}
      </div>
    </>
  )
}
