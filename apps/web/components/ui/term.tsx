'use client'

import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type GlossaryTerm, glossary } from '../../lib/glossary.ts'

/** Who only passes over a word has not asked what it means. In milliseconds. */
const HOVER_MS = 250

/** A term of art that explains itself on hover and on keyboard focus; Escape hides that again. */
export function Term({ of, children }: { of: GlossaryTerm; children: ReactNode }) {
  const id = useId()
  const anchor = `--${id.replaceAll(/\W/g, '')}`
  const hovering = useRef<number>(undefined)
  const [asked, setAsked] = useState(false)

  useEffect(() => {
    if (!asked) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setAsked(false)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [asked])

  function leave({ pointerType }: PointerEvent) {
    clearTimeout(hovering.current)
    // A finger leaves as soon as it is lifted.
    if (pointerType === 'mouse') setAsked(false)
  }

  return (
    <span
      onPointerEnter={() => {
        hovering.current = window.setTimeout(() => setAsked(true), HOVER_MS)
      }}
      onPointerLeave={leave}
    >
      <button
        type="button"
        aria-describedby={asked ? id : undefined}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
        style={{ anchorName: anchor }}
        className="cursor-help rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-3"
      >
        {children}
      </button>
      {asked ? (
        <span
          ref={open}
          id={id}
          role="tooltip"
          popover="manual"
          style={{ positionAnchor: anchor }}
          className="inset-auto max-w-80 rounded-lg border border-line bg-surface px-3 py-2 text-left text-sm font-normal whitespace-normal text-ink shadow-float [position-area:top] [position-try-fallbacks:flip-block]"
        >
          {glossary[of]}
        </span>
      ) : null}
    </span>
  )
}

/** Lifts it above everything, whatever box it stands in. */
function open(tip: HTMLElement | null) {
  tip?.showPopover()
}
