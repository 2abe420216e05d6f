'use client'

import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'

/** A modal dialog: it traps the focus and returns it to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  initialFocus,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The element that receives the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const opener = useRef<Element | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          aria-describedby={description ? undefined : ''}
          // Radix returns the focus only to its own trigger, but state opens these dialogs.
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            if (!initialFocus?.current) return
            event.preventDefault()
            initialFocus.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The button that opened the dialog may be gone after the change.
            const back = opener.current?.isConnected
              ? opener.current
              : document.querySelector('main')
            if (back instanceof HTMLElement) back.focus()
          }}
          className="fixed inset-x-3 top-1/2 z-50 mx-auto max-h-[calc(100dvh-2rem)] max-w-lg -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-float sm:p-6"
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className="mt-1 text-sm text-ink-soft">{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" size="small" aria-label="Close" className="-mt-1 -mr-2">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
