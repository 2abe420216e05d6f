'use client'

import { type RefObject, useEffect } from 'react'
import { drawCells } from './draw-cells.ts'
import type { HeatCell } from './heat-cells.ts'

/** Draws the cells, and again whenever the size, the theme or the screen changes. */
export function useDrawnCells(
  canvas: RefObject<HTMLCanvasElement | null>,
  cells: readonly HeatCell[],
): void {
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const draw = () => drawCells(element, cells)
    const size = new ResizeObserver(draw)
    size.observe(element)
    const theme = new MutationObserver(draw)
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] })
    // Zooming and another screen change the pixels, not always the size.
    addEventListener('resize', draw)
    return () => {
      size.disconnect()
      theme.disconnect()
      removeEventListener('resize', draw)
    }
  }, [canvas, cells])
}
