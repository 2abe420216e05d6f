'use client'

import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface Props {
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** The element that receives the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal dialog with a title, in the middle of the page. */
export function Dialog({ open, ...rest }: Props & { open: boolean }) {
  return open ? <OpenDialog {...rest} /> : null
}

function OpenDialog({ onOpenChange, title, description, initialFocus, children }: Props) {
  const id = useId()
  const close = () => onOpenChange(false)
  return (
    <Modal
      labelledBy={`${id}-title`}
      describedBy={description ? `${id}-description` : undefined}
      initialFocus={initialFocus}
      onClose={close}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-1.5rem)] max-w-lg overflow-y-auto rounded-xl border p-5 sm:p-6"
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          {description ? (
            <div id={`${id}-description`} className="mt-1 text-sm text-ink-soft">
              {description}
            </div>
          ) : null}
        </div>
        <Button
          look="quiet"
          size="small"
          aria-label="Close"
          className="-mt-1 -mr-2"
          onClick={close}
        >
          <X aria-hidden />
        </Button>
      </div>
      {children}
    </Modal>
  )
}
