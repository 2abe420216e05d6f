import { formatTargetMs } from '@steelyard/contract/format'

/** A target has one look on every chart. */
export const TARGET_LINE = { stroke: 'var(--ink-soft)', strokeDasharray: '6 4' }

/** An outline in the background colour keeps text legible over lines. */
export function markText(fill: string) {
  return { fill, fontSize: 12, stroke: 'var(--surface)', strokeWidth: 4, paintOrder: 'stroke' }
}

/** What is written at the line of a target. */
export function targetLabel(targetMs: number, position: 'insideTopLeft' | 'insideBottomRight') {
  const value = `target ${formatTargetMs(targetMs)}`
  return { value, position, ...markText(TARGET_LINE.stroke) } as const
}

/** Changes soon after each other would write over one another on a single line. */
const LINES = 3
const LINE_HEIGHT = 15

/**
 * The label of a vertical line, such as one that marks a change of weights, the `order`th of the chart. It
 * stands on the side where there is more room for it, and on another line than those beside it.
 */
export function changeLabel(
  { at, label, color = 'var(--accent)' }: { at: number; label: string; color?: string },
  order: number,
  { from, to }: { from: number; to: number },
) {
  return {
    value: label,
    position: at - from > (to - from) / 2 ? 'insideTopRight' : 'insideTopLeft',
    dy: (order % LINES) * LINE_HEIGHT,
    ...markText(color),
  } as const
}
