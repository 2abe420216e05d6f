'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../../lib/cx.ts'

/**
 * The browser's own modal dialog: the rest of the page is inert, Escape and a click beside it close
 * it, and the focus returns to where it came from. It is open while it is rendered.
 */
export function Modal({
  labelledBy,
  describedBy,
  initialFocus,
  onClose,
  className,
  children,
}: {
  /** The id of its title. */
  labelledBy: string
  describedBy?: string
  /** The element that receives the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  onClose: () => void
  className: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    initialFocus?.current?.focus()
    return () => {
      backTo(opener)?.focus()
    }
  }, [initialFocus])
  // A form may open it, and forms do not nest.
  return createPortal(
    <dialog
      ref={dialog}
      closedby="any"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={onClose}
      className={cx('border-line bg-surface text-ink shadow-float backdrop:bg-black/45', className)}
    >
      {children}
    </dialog>,
    document.body,
  )
}

/** What opened the dialog, or the button of its menu, which has closed; both may be gone meanwhile. */
function backTo(opener: Element | null): HTMLElement | null {
  const menu = opener?.closest('[popover]')
  const back = menu ? document.querySelector(`[popovertarget="${menu.id}"]`) : opener
  return back instanceof HTMLElement && back.isConnected ? back : document.querySelector('main')
}
