'use client'

import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useState } from 'react'

/** Detail that stays out of the way until it is asked for. */
export function Disclosure({
  title,
  initiallyOpen = false,
  children,
}: {
  title: ReactNode
  initiallyOpen?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(initiallyOpen)
  return (
    <Collapsible.Root open={open} onOpenChange={setOpen}>
      <Collapsible.Trigger className="group -mx-1 flex min-h-8 items-center gap-1.5 rounded px-1 text-left text-sm font-medium text-ink-soft hover:text-ink">
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-data-[state=open]:rotate-90"
          aria-hidden
        />
        {title}
      </Collapsible.Trigger>
      <Collapsible.Content className="pt-2">{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}
