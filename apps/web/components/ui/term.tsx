'use client'

import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'
import { type GlossaryTerm, glossary } from '../../lib/glossary.ts'

/** A term of art that explains itself on hover and on keyboard focus. */
export function Term({ of, children }: { of: GlossaryTerm; children: ReactNode }) {
  return <Explained by={glossary[of]}>{children}</Explained>
}

/** Words with an explanation that appears on hover and on keyboard focus. */
export function Explained({ by, children }: { by: ReactNode; children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={250}>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>
          <button
            type="button"
            className="cursor-help rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-3"
          >
            {children}
          </button>
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={5}
            collisionPadding={12}
            className="z-50 max-w-80 rounded-lg border border-line bg-surface px-3 py-2 text-sm font-normal whitespace-normal text-ink shadow-float"
          >
            {by}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
