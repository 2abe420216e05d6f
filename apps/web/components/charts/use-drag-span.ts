'use client'

import { type PointerEvent, useState } from 'react'
import { type Inset, ordered, valueUnder } from './drag-span.ts'

interface Span {
  from: number
  to: number
}

/** A shorter movement is a click. In pixels. */
const LEAST_DRAG = 4

/**
 * Selects a span of a horizontal axis by dragging over the chart with a mouse or a pen; a finger
 * scrolls the page. Whoever uses it offers the same by keyboard.
 */
export function useDragSpan(
  axis: Span,
  inset: Inset,
  onSelect: ((span: Span) => void) | undefined,
) {
  const [drag, setDrag] = useState<{ startX: number; x: number } & Span>()
  if (!onSelect) return { dragged: null, handlers: {} }

  function valueAt({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
    return valueUnder(clientX, currentTarget.getBoundingClientRect(), inset, axis)
  }
  const isWide = drag && Math.abs(drag.x - drag.startX) >= LEAST_DRAG
  const dragged = isWide ? ordered(drag) : null
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isOnButton = (event.target as Element).closest('button') !== null
      if (event.pointerType === 'touch' || event.button !== 0 || isOnButton) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const at = valueAt(event)
      setDrag({ startX: event.clientX, x: event.clientX, from: at, to: at })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag) setDrag({ ...drag, x: event.clientX, to: valueAt(event) })
    },
    onPointerUp() {
      if (dragged) onSelect(dragged)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  }
  return { dragged, handlers }
}
