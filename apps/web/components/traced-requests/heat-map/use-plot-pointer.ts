'use client'

import { type PointerEvent, useState } from 'react'
import { type Place, within } from './heat-axes.ts'

/** A shorter movement is a click. In pixels. */
const LEAST_DRAG = 4

interface Drag {
  from: Place
  to: Place
  startX: number
  startY: number
  isFar: boolean
  isTouch: boolean
}

/**
 * A click or a tap picks a place, and a mouse or a pen draws a rectangle; a finger that moves scrolls
 * the page.
 */
export function usePlotPointer({
  onPick,
  onDraw,
}: {
  onPick: (place: Place) => void
  onDraw: (a: Place, b: Place) => void
}) {
  const [drag, setDrag] = useState<Drag>()
  const drawn = drag?.isFar && !drag.isTouch ? ([drag.from, drag.to] as const) : null
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = placeUnder(event)
      setDrag({
        from,
        to: from,
        startX: event.clientX,
        startY: event.clientY,
        isFar: false,
        isTouch: event.pointerType === 'touch',
      })
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return
      const moved = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY)
      setDrag({ ...drag, to: placeUnder(event), isFar: drag.isFar || moved >= LEAST_DRAG })
    },
    onPointerUp() {
      if (drawn) onDraw(...drawn)
      else if (drag && !drag.isFar) onPick(drag.from)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  }
  return { drawn, handlers }
}

function placeUnder({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, bottom, width, height } = currentTarget.getBoundingClientRect()
  return { x: within((clientX - left) / width), y: within((bottom - clientY) / height) }
}
